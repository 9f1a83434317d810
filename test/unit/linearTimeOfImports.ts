import { readLines } from '../../src/core/code/codeLine.ts';
import { beginsFile } from '../../src/core/code/importSyntax.ts';
import { separateImports } from '../../src/core/editing/imports/imports.ts';

/** A function that reads a text of a length, and what it returns. */
export type Case = readonly [
  name: string,
  read: (length: number) => unknown,
  expected: (length: number) => unknown,
];

/** Of the expressions of all languages, the table of expressions tells. */
const IMPORT_LANGUAGES = ['typescript', 'python', 'rust', 'csharp', 'unknown'];

function importsIn(
  lines: readonly string[],
  asked: { readonly start: number; readonly end: number },
  code: readonly string[],
  languageId: string,
): ReturnType<typeof separateImports> {
  return separateImports(readLines(lines, languageId), asked, readLines(code, languageId), languageId);
}

/** Cases of `linearTime.test.ts`. */
export const IMPORT_CASES: readonly Case[] = [
  ['an import of spaces', (length) => beginsFile(`using${' '.repeat(length)}"`), () => false],
  ['an import of names without a value', (length) => beginsFile(`const${' '.repeat(length)}a`), () => false],
  [
    'where an import comes from',
    (length) =>
      importsIn(
        ['import b from "b"', 'x'],
        { start: 1, end: 2 },
        [`import a ${"from'".repeat(length / 5)}x`, 'x'],
        'typescript',
      )?.rest.map(({ text }) => text),
    () => ['x'],
  ],
  ...[
    'import a ',
    'import {a} from "x" ',
    'use a::{',
    'from a import ',
    'namespace ',
    '# ',
    "require '",
    'const a',
    '@layer ',
    'using a.',
    ' //',
    '(',
    'import a,',
  ].map(
    (unit): Case => [
      `imports of ${unit}`,
      (length) => {
        const line = unit.repeat(length / unit.length);
        const lines = line.match(/.{1,50}/gs) ?? [];
        return IMPORT_LANGUAGES.every((languageId) =>
          [[line], lines].every((each) => {
            const document = [...each, 'x', 'y'];
            const asked = { start: document.length - 1, end: document.length };
            return (importsIn(document, asked, [...each, 'x'], languageId)?.changes.length ?? 0) <= length;
          }),
        );
      },
      () => true,
    ],
  ),
  ...(
    [
      [
        'typescript',
        (index: number) => `import { a${index} } from 'x';`,
        (index: number) => `import { b${index} } from 'x';`,
      ],
      [
        'typescript',
        (index: number) => `import a${index} from 'x${index}';`,
        (index: number) => `import b${index} from 'x';`,
      ],
      [
        'python',
        (index: number) => `from a import a${index} # b`,
        (index: number) => `from a import b${index}`,
      ],
      ['rust', (index: number) => `#![a${index}]`, (index: number) => `#![b${index}]`],
      ['dart', (index: number) => `part 'a${index}';`, (index: number) => `import 'b${index}';`],
      ['perl', (index: number) => `package A${index}; a`, (index: number) => `use A${index};`],
      ['c', () => '#if A', (index: number) => `#include <a${index}>`],
      ['go', (index: number) => `import "a${index}"`, (index: number) => `import "b${index}"`],
      ['elixir', () => 'defmodule A do', () => 'alias A'],
      ['vue', () => '<script>', () => "import 'a'"],
    ] as const
  ).map(
    ([languageId, known, added]): Case => [
      `many imports: ${known(0)}`,
      (length) => {
        const [document, code] = [known, added].map((line) =>
          Array.from({ length: length / 50 }, (_, index) => line(index)),
        );
        const lines = [...(document ?? []), 'x', 'y'];
        const asked = { start: lines.length - 1, end: lines.length };
        return (importsIn(lines, asked, [...(code ?? []), 'x'], languageId)?.changes.length ?? 0) <= length;
      },
      () => true,
    ],
  ),
];
