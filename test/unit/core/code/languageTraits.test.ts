import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesInCode } from '../../../../src/core/attachments/namesInCode.ts';
import { namedBlocks } from '../../../../src/core/code/blocks.ts';
import { CodeLine, readLines } from '../../../../src/core/code/codeLine.ts';
import { declaredIn, opensMembers } from '../../../../src/core/code/declarations.ts';
import { isShellLanguage } from '../../../../src/core/code/infoString.ts';
import type { Trait } from '../../../../src/core/code/language.ts';
import { LANGUAGES } from '../../../../src/core/code/languages.ts';
import { goesOnWith, lineEndOf, opensArm, opensStatement } from '../../../../src/core/code/lineEnd.ts';
import { multiLineTexts } from '../../../../src/core/code/multiLineTexts.ts';
import { withoutBraces } from '../../../../src/core/editing/plan/codeInReply.ts';
import { hasElision } from '../../../../src/core/editing/plan/elision.ts';
import { styleOf } from '../../../../src/core/editing/plan/fitIndentation.ts';
import { isInMarkup, isOtherPart } from '../../../../src/core/editing/plan/fitsDocument.ts';
import { placeIndent } from '../../../../src/core/editing/plan/placeIndent.ts';
import { withSameEnds } from '../../../../src/core/editing/plan/separators.ts';
import { assignedSecretsIn } from '../../../../src/core/secrets/secretsByContext.ts';

/*
 * The table of languages from the other side: what is different with each trait, and in which languages. The ids are
 * listed here on purpose, and not read from the table. Whoever changes a row there says here what that is for.
 */

interface Row {
  /** The languages that have the trait, apart from those in which it changes nothing. */
  readonly ids: string;
  /** Whether a language behaves as those with the trait do. */
  readonly shows: (id: string) => boolean;
}

const STYLE = { insertSpaces: true, tabSize: 2 };
const NOWHERE = { above: '', below: '', isInBrackets: false };

/** The name that a line declares. */
function nameIn(line: string, id: string): string | undefined {
  return declaredIn(line, id)?.name;
}

/** A line in place of another one, with the separators that this has at its ends. */
function ended(line: string, replaced: string, id: string, isInBrackets = false): string | undefined {
  return withSameEnds([line], { ...NOWHERE, replaced: [replaced], isInBrackets, languageId: id })[0];
}

function hasMultiLineText(lines: readonly string[], id: string): boolean {
  return multiLineTexts(lines, id).length > 0;
}

/** Whether code of a language is for an element, and not for the other one. */
function isFor(id: string, element: string, other: string): boolean {
  const isOther = (name: string) => isOtherPart(id, [`<${name}>`], 1, 'vue');
  return !isOther(element) && isOther(other);
}

const ROWS: Readonly<Record<Trait, Row>> = {
  expressions: {
    ids: `c cpp csharp css dart go graphql html java javascript javascriptreact json jsonc kotlin less lua objective-c
      perl php python ruby rust sass scala scss sql svelte swift terraform typescript typescriptreact vue xml`,
    shows: (id) => assignedSecretsIn('password = Kx9vQ2mT7', { path: 'a', languageId: id }).length === 0,
  },
  data: {
    ids: 'dockercompose github-actions-workflow ini json jsonc properties toml yaml',
    shows: (id) => nameIn('"a" = 1', id) === 'a',
  },
  sections: {
    ids: 'ini properties toml',
    // What only looks like a section declares something in languages without data.
    shows: (id) =>
      ['[a]', '[[a]] function f: {'].some(
        (line) => namedBlocks(readLines([line, 'b'], id), id)[0]?.end === 2,
      ),
  },
  json: {
    ids: 'json jsonc',
    shows: (id) => withoutBraces(['{', '"a": 1', '}'], ['"b": 2'], id).length === 1,
  },
  script: {
    ids: 'javascript javascriptreact typescript typescriptreact',
    shows: (id) => isFor(id, 'script', 'style'),
  },
  shell: { ids: 'bat fish powershell shellscript', shows: isShellLanguage },
  style: { ids: 'css less scss', shows: (id) => isFor(id, 'style', 'script') },
  selectors: { ids: 'css less scss', shows: (id) => nameIn('a > b {', id) === 'a > b' },
  prose: {
    ids: 'latex markdown plaintext restructuredtext tex',
    shows: (id) => {
      const target = { lines: readLines(['a', ''], id), languageId: id, style: STYLE };
      return placeIndent(readLines(['b'], id), target, { start: 1, end: 2 }) === undefined;
    },
  },
  headings: {
    ids: 'markdown',
    shows: (id) => namedBlocks(readLines(['# a'], id), id)[0]?.name === 'a',
  },
  container: {
    ids: 'astro html markdown php svelte vue',
    // No language is another one than itself.
    shows: (id) => ['javascript', 'typescript'].some((fence) => isOtherPart(fence, ['<style>'], 1, id)),
  },
  tagsInCode: {
    ids: 'javascriptreact typescriptreact',
    shows: (id) =>
      isInMarkup(['<p>', 'a'], 1, { above: '<p>', below: '', languageId: id }) &&
      !isInMarkup(['a'], 0, { above: '', below: '', languageId: id }),
  },
  codeInTags: {
    ids: 'php',
    shows: (id) => {
      const around = { above: '', below: '', languageId: id };
      return isInMarkup(['a'], 0, around) && !isInMarkup(['<?php', 'a'], 1, around);
    },
  },
  markup: {
    ids: 'django-html ejs erb handlebars jinja razor twig xml',
    // The containers have text between tags, too.
    shows: (id) => isInMarkup([], 0, { ...NOWHERE, languageId: id }) && !ROWS.container.shows(id),
  },
  targets: { ids: 'makefile', shows: (id) => nameIn('a b: c', id) === 'a b' },
  onlyMembers: {
    ids: 'terraform',
    // So it is with data and styles.
    shows: (id) => opensMembers('a {', id) && !ROWS.data.shows(id) && !ROWS.selectors.shows(id),
  },
  braceOnNextLine: {
    ids: 'c cpp csharp dart java php',
    shows: (id) => nameIn('void f()', id) === 'f',
  },
  propertyBlocks: {
    ids: 'csharp',
    shows: (id) => namedBlocks(readLines(['int A', '{', '}'], id), id)[0]?.name === 'A',
  },
  directives: {
    ids: 'c cpp csharp objective-c objective-cpp',
    shows: (id) => new CodeLine('#if A', id).isDirective,
  },
  tabs: {
    ids: 'go makefile',
    shows: (id) => !styleOf({ reference: [], lines: [], line: 0, languageId: id, style: STYLE }).insertSpaces,
  },
  noSeparators: {
    ids: 'clojure dockercompose dockerfile dotenv github-actions-workflow ini makefile properties xml yaml',
    // Prose has none either.
    shows: (id) => ended('a', 'b,', id, true) === 'a' && !ROWS.prose.shows(id),
  },
  optionalSemicolons: {
    ids: `go groovy javascript javascriptreact kotlin lua python ruby scala swift typescript typescriptreact`,
    shows: (id) => ended('a();', 'b()', id) === 'a()',
  },
  semicolonAfterType: {
    ids: 'c cpp objective-c objective-cpp',
    shows: (id) => opensStatement('struct a {', id),
  },
  tuples: {
    ids: 'python',
    shows: (id) => ended('a', 'b,', id) === 'a' && ended('a', 'b,', id, true) === 'a,',
  },
  valueBlocks: { ids: 'rust', shows: (id) => opensArm('a => {', id) },
  queries: { ids: 'sql', shows: (id) => goesOnWith('from a', id) },
  stubs: { ids: 'python', shows: (id) => !hasElision(readLines(['f():', '    ...'], id), []) },
  blockComments: {
    ids: 'sql',
    shows: (id) => hasMultiLineText(['/* a', 'b */'], id) && lineEndOf('a // b', id)?.tail === '',
  },
  noSingleQuotes: {
    ids: 'clojure fsharp haskell ocaml rust scala',
    shows: (id) => namesInCode("'abc'", id, 1).names.length === 1,
  },
  slashExpressions: {
    ids: 'javascript javascriptreact perl ruby svelte typescript typescriptreact vue',
    // Told by what would begin a text of several lines in the language if it weren't in an expression.
    shows: (id) =>
      [
        ['"', '"'],
        ['"""', '"""'],
        ['`', '`'],
        ['/*', '*/'],
      ].some(
        ([opener, closer]) =>
          hasMultiLineText([`a = [${opener}]`, `${closer}`], id) &&
          !hasMultiLineText([`a = /[${opener}]/`, `${closer}`], id),
      ),
  },
  trimmedStrings: {
    ids: 'csharp elixir graphql java julia kotlin php scala swift terraform',
    shows: (id) =>
      [
        ['a = """', 'b', '"""'],
        ['a <<A', 'b', 'A'],
      ].some((lines) => multiLineTexts(lines, id)[0]?.isTrimmed === true),
  },
  indentedTextEnd: { ids: 'php', shows: (id) => hasMultiLineText(['a <<A', 'b', '  A'], id) },
  codeTextEnd: { ids: 'ruby', shows: (id) => multiLineTexts(['a <<-A', 'b', '  A'], id)[0]?.end === 2 },
};

for (const [trait, { ids, shows }] of Object.entries(ROWS)) {
  test(`the languages with ${trait} are known by what is different in them`, () => {
    assert.deepEqual([...LANGUAGES.keys()].filter(shows), ids.split(/\s+/));
  });
}

test('an unknown language has no traits', () => {
  for (const id of ['', 'unknown', 'constructor']) {
    const found = Object.entries(ROWS).filter(([, { shows }]) => shows(id));
    // What has braces in a language that is not known may have a name and members.
    const others = found
      .map(([trait]) => trait)
      .filter((trait) => !/^(?:selectors|onlyMembers)$/.test(trait));
    assert.deepEqual(others, [], id);
  }
});

test('the table of languages is in the order of their ids', () => {
  assert.deepEqual([...LANGUAGES.keys()], [...LANGUAGES.keys()].toSorted());
});
