import { planReplacement } from '../../src/core/editing/plan/planReplacement.ts';
import type { Case } from './linearTimeOfImports.ts';

/** Lines of a text of a length: 20,000 of the longest one. */
function linesFor(length: number, unit: (index: number) => readonly string[]): string[] {
  const count = Math.ceil(length / 50 / unit(0).length);
  return Array.from({ length: count }, (_, index) => unit(index)).flat();
}

function placed(
  name: string,
  languageId: string,
  unit: (index: number, value: string) => readonly string[],
): Case {
  return [
    `the place of ${name}, where nothing was asked about`,
    (length) => {
      const lines = linesFor(length, (index) => unit(index, 'a'));
      const changed = linesFor(length, (index) => unit(index, 'b'));
      const style = { insertSpaces: true, tabSize: 2 };
      const target = { lines, path: 'a', languageId, style };
      return [changed, changed.toReversed(), changed.filter((_, line) => line % 7 !== 3)].map(
        (code) =>
          planReplacement(target, { code: code.join('\n'), info: '', isIncomplete: false }).kind !==
          'unchanged',
      );
    },
    () => [true, true, true],
  ];
}

/** Cases of `linearTime.test.ts`. */
export const PLACING_CASES: readonly Case[] = [
  placed('functions', 'typescript', (index, value) => [
    `function f${index}() {`,
    `  return ${value};`,
    '}',
    '',
  ]),
  placed('functions of one name', 'typescript', (index, value) => [
    'function f() {',
    `  ${value}(${index});`,
    '}',
    '',
  ]),
  placed('statements', 'typescript', (index, value) => [`call(${value}, ${index});`]),
  placed('methods with gaps', 'typescript', (index, value) => [
    `  m${index}() {`,
    '    // ... existing code ...',
    `    return ${value};`,
    '  }',
  ]),
  placed('sections', 'markdown', (index, value) => [`## H${index}`, value]),
  placed('what is not closed', 'typescript', (index, value) => [`wrap${index}${value}({`]),
];
