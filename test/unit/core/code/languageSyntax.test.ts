import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLines } from '../../../../src/core/code/codeLine.ts';
import { commentIn } from '../../../../src/core/code/commentSyntax.ts';
import { declaredIn } from '../../../../src/core/code/declarations.ts';
import type { Language, Quotes } from '../../../../src/core/code/language.ts';
import { LANGUAGES } from '../../../../src/core/code/languages.ts';
import { lineEndOf } from '../../../../src/core/code/lineEnd.ts';
import { mayBeMember } from '../../../../src/core/code/members.ts';
import { multiLineTexts } from '../../../../src/core/code/multiLineTexts.ts';
import { separateImports } from '../../../../src/core/editing/imports/imports.ts';

/*
 * The syntax of languages, with samples and the ids listed from the other side, as in `languageTraits.test.ts`.
 */

/** The ids of the table for which something holds, as they are written here. */
function idsWith(shows: (id: string) => boolean): string {
  return [...LANGUAGES.keys()].filter(shows).join(' ');
}

interface Sample {
  /** The languages in which it is one string. */
  readonly ids: string;
  /** Not one string, or not to its end, with other kinds of quotes. */
  readonly lines: readonly string[];
}

function isOneString({ lines }: Sample, id: string): boolean {
  const [text] = multiLineTexts(lines, id);
  return text?.kind === 'string' && text.start === 0 && text.end === lines.length;
}

const STRINGS: Readonly<Record<Quotes, Sample>> = {
  backticks: { ids: 'go', lines: ['a = `', 'b ${`'] },
  templates: {
    ids: 'javascript javascriptreact svelte typescript typescriptreact vue',
    lines: ['a = `${', '`b`', '}`'],
  },
  triple: {
    ids: 'csharp dart elixir graphql groovy java julia kotlin python scala swift toml',
    lines: ['a = """', 'b "c', '"""'],
  },
  tripleSingle: { ids: 'dart elixir groovy python toml', lines: ["a = '''", "b 'c", "'''"] },
  double: { ids: 'perl php ruby rust shellscript', lines: ['a = "', 'b \\" c', '"'] },
  single: { ids: 'perl php ruby', lines: ["a = '", "b \\' c", "'"] },
  plainSingle: { ids: 'shellscript sql', lines: ["a = '", "b \\'"] },
  raw: { ids: 'rust', lines: ['a = r#"', 'b "c', '"#'] },
  parenthesized: { ids: 'cpp', lines: ['a = R"x(', 'b )" c', ')x"'] },
  verbatim: { ids: 'csharp', lines: ['a = @" b', 'c "" d', '\\"'] },
  long: { ids: 'lua', lines: ['a = [=[', 'b ]]', ']=]'] },
  hereString: { ids: 'powershell', lines: ['a = @"', 'b "@ c', '"@'] },
  hereDocument: { ids: 'dockerfile perl php ruby shellscript terraform', lines: ['a <<A', 'b', 'A'] },
};

const CODE_IN_STRINGS: Readonly<Record<NonNullable<Language['codeInStrings']>, Sample>> = {
  '{$': { ids: 'php', lines: ['a = "{$', '"b"', '}"'] },
  '#{': { ids: 'ruby', lines: ['a = "#{', '"b"', '}"'] },
  '$(': { ids: 'shellscript', lines: ['a = "$(', '"b"', ')"'] },
};

for (const [kind, sample] of Object.entries({ ...STRINGS, ...CODE_IN_STRINGS })) {
  test(`the languages with strings of several lines with ${kind} are known by a string`, () => {
    assert.equal(
      idsWith((id) => isOneString(sample, id)),
      sample.ids,
    );
  });
}

const HASH = `coffeescript dockercompose dockerfile dotenv elixir fish github-actions-workflow graphql ini julia makefile perl powershell properties python r ruby
  shellscript toml yaml`;
const REM = 'bat vb';
/** By what begins a comment, the languages in which it does. */
const COMMENTS: Readonly<Record<string, string>> = {
  '# ': `${HASH} php terraform`,
  // In PHP, it begins an attribute.
  '#[': `${HASH} terraform`,
  '-- ': 'haskell lua sql',
  ';': 'clojure ini',
  '%': 'latex tex',
  '::': 'bat',
  "'": 'vb',
  'rem ': REM,
  'REM ': REM,
};

function isComment(start: string, id: string): boolean {
  return lineEndOf(`a ${start}b`, id)?.head === 'a';
}

test('the languages with another comment than `//` are known by a comment', () => {
  for (const [start, ids] of Object.entries(COMMENTS)) {
    const known = ids.split(/\s+/).toSorted();
    assert.deepEqual(idsWith((id) => isComment(start, id)).split(' '), known, start);
    const alone = known.filter((id) => commentIn(`${start} a b`, id) === 'alone');
    assert.deepEqual(alone, known, start);
  }
});

test('in all other languages, and some more, `//` begins a comment', () => {
  const others = new Set(Object.values(COMMENTS).flatMap((ids) => ids.split(/\s+/)));
  const both = ['php', 'terraform'];
  assert.equal(
    idsWith((id) => isComment('// ', id)),
    idsWith((id) => !others.has(id) || both.includes(id)),
  );
});

/** By a line, what it declares in which languages only. */
const DECLARES: Readonly<Record<string, readonly [name: string, ids: string]>> = {
  '[a]() {': ['[a]', 'javascript javascriptreact svelte typescript typescriptreact vue'],
  "f' :: Int": ["f'", 'haskell'],
  'f <- function(a)': ['f', 'r'],
  'var a: Int {': ['a', 'swift'],
  // In the others, it is a selector.
  'a {': ['a', 'css less scss terraform'],
};

test('the languages with declarations of their own are known by these', () => {
  const listed = new Set(Object.values(DECLARES).flatMap(([, ids]) => ids.split(' ')));
  const own = [...LANGUAGES].filter(([id, { declares }]) => declares !== undefined && !listed.has(id));
  assert.deepEqual(own, [], 'Without a sample');
  for (const [line, [name, ids]] of Object.entries(DECLARES)) {
    assert.equal(
      idsWith((id) => declaredIn(line, id)?.name === name),
      ids,
      line,
    );
  }
});

interface MembersSample {
  readonly ids: string;
  readonly may: readonly string[];
  /** What does not begin as a member does. */
  readonly other: readonly string[];
  /** What does, but is none. */
  readonly mayNot?: readonly string[];
}

const MEMBERS: readonly MembersSample[] = [
  {
    ids: 'cpp csharp dart groovy java',
    may: ['int f()', 'A() {', 'private:'],
    other: ['a = 1'],
    mayNot: ['list.add item'],
  },
  {
    ids: 'javascript javascriptreact svelte typescript typescriptreact vue',
    may: ['f() {', 'static a = 1', '[a]() {'],
    other: ['a.b = 1'],
    mayNot: ['function (a) {'],
  },
  { ids: 'kotlin', may: ['fun f() {', 'val a = 1'], other: ['a = 1'] },
  { ids: 'php', may: ['public function f()', 'private $a;'], other: ['$a = 1;'] },
  {
    ids: 'python',
    may: ['def f(self):', 'a = 1'],
    other: ['def f(a):'],
    mayNot: ['class TestA:', 'class A(B):'],
  },
  { ids: 'ruby', may: ['def f', 'attr_reader :a'], other: ['a = 1'], mayNot: ['it "works" do'] },
  { ids: 'rust', may: ['pub fn f() {', 'const A: u8 = 1;'], other: ['struct A {'] },
  { ids: 'scala', may: ['def f = 1', 'val a = 1'], other: ['a = 1'] },
  { ids: 'swift', may: ['func f() {', 'var a = 1'], other: ['a = 1'], mayNot: ['final class ATests {'] },
];

describe('members of classes', () => {
  for (const { ids, may, other, mayNot = [] } of MEMBERS) {
    test(`are told from other code in ${ids}`, () => {
      for (const id of ids.split(' ')) {
        const members = [...may, ...other, ...mayNot].filter((head) => mayBeMember(head, id, false));
        assert.deepEqual(members, may, id);
      }
    });
  }

  test('are known of no other language', () => {
    assert.deepEqual(
      idsWith((id) => mayBeMember('a', id, false) !== undefined).split(' '),
      MEMBERS.flatMap(({ ids }) => ids.split(' ')).toSorted(),
    );
  });

  test('may be anything with a decorator in some languages', () => {
    assert.equal(
      idsWith((id) => mayBeMember('+', id, true) === true),
      'python',
    );
  });
});

/** Lines that are imports in some languages, and not taken for one where nothing is known of these. */
const IMPORTED: readonly (readonly [line: string, ids: string])[] = [
  [
    'import b from "b";',
    'coffeescript groovy java javascript javascriptreact kotlin proto3 scala typescript typescriptreact',
  ],
  ['#include "b"', 'arduino c cpp cuda-cpp objective-c objective-cpp'],
  ['from b import c', 'python'],
  ['import "b"', 'go'],
  ["import 'b';", 'dart'],
  ['use b;', 'perl rust'],
  ['using B;', 'csharp'],
  ['require "b"', 'ruby'],
  ["local b = require('b')", 'lua'],
  ['. ./b', 'shellscript'],
  ['source b', 'fish'],
  ['import Data.B (c)', 'haskell'],
  ['import B', 'swift'],
  ['@import "b";', 'css less postcss sass scss'],
  ['using B', 'julia'],
  ['library(b)', 'r'],
  ['open B', 'fsharp'],
  ['Imports B', 'vb'],
  ['Import-Module B', 'powershell'],
];

/** In a part of a document. */
const IMPORTED_IN: readonly (readonly [document: readonly string[], line: string, ids: string])[] = [
  [['<script>', 'a', '</script>'], 'import b from "b";', 'svelte vue'],
  [['---', 'a', '---'], 'import b from "b";', 'astro'],
  [['<?php', 'a'], 'use B\\C;', 'php'],
  [['defmodule A do', '  a', 'end'], 'alias B.C', 'elixir'],
];

/** Nothing is one, whatever it looks like. */
const WITHOUT_IMPORTS = 'dockerfile html json jsonc makefile markdown plaintext sql yaml';

function isImported(document: readonly string[], line: string, id: string): boolean {
  const at = document.findIndex((each) => each.trim() === 'a');
  const [lines, code] = [document, [line, 'a']].map((texts) => readLines(texts, id));
  return separateImports(lines ?? [], { start: at, end: at + 1 }, code ?? [], id) !== undefined;
}

test('imports are known where the document has none yet', () => {
  const all = [...IMPORTED.map(([line, ids]) => [['a'], line, ids] as const), ...IMPORTED_IN];
  const missing = all.flatMap(([document, line, ids]) =>
    ids.split(' ').filter((id) => !isImported(document, line, id)),
  );
  assert.deepEqual(missing, []);
  const listed = new Set(all.flatMap(([, , ids]) => ids.split(' ')));
  const own = [...LANGUAGES].filter(([, { imports }]) => (imports?.kinds.length ?? 0) > 0);
  assert.deepEqual(
    own.map(([id]) => id).filter((id) => !listed.has(id)),
    [],
    'Without a sample',
  );
});

test('imports are none where nothing is, also below others', () => {
  const found = WITHOUT_IMPORTS.split(' ').filter((id) => isImported(['import c', 'a'], 'import b', id));
  assert.deepEqual(found, []);
  assert.ok(isImported(['import c', 'a'], 'import b', 'unknown'));
});
