import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../../harness/paths.ts';
import { expressionsIn, withoutTypes } from '../../../support/expressions.ts';

const FILES = globSync('src/core/editing/{plan,imports}/**/*.ts', { cwd: REPOSITORY }).sort();

/**
 * What these read is not lines of code: the block of a reply and marks in it, comments for people, the part of a
 * document that is in another language, and what stands beside a range in a line.
 */
const READ_OTHER_TEXT: ReadonlySet<string> = new Set([
  'codeInReply.ts',
  'elision.ts',
  'fitsDocument.ts',
  'marks.ts',
  'redactedText.ts',
  'restOfLine.ts',
]);

test('rules for placing code own no expression: what a line is stands in core/code', async () => {
  const owning: string[] = [];
  for (const file of FILES) {
    const js = await withoutTypes(file, readFileSync(join(REPOSITORY, file), 'utf8'));
    const { literals, calls } = expressionsIn(file, js);
    if (literals.length + calls.length > 0) {
      owning.push(basename(file));
    }
  }
  assert.deepEqual(new Set(owning), READ_OTHER_TEXT);
});

test('rules for placing code name no language: what is different in one is a trait of its row', () => {
  const naming = FILES.filter((file) =>
    /languageId\s*[!=]==\s*['"]/.test(readFileSync(join(REPOSITORY, file), 'utf8')),
  );
  assert.deepEqual(naming, []);
});

test('two files say why code is reviewed: how it was placed, and what is unusual in the result', () => {
  const saying = FILES.filter((file) =>
    /\bReviewReason\[\]/.test(readFileSync(join(REPOSITORY, file), 'utf8')),
  );
  assert.deepEqual(
    saying.map((file) => basename(file)),
    ['decision.ts', 'planReplacement.ts', 'replacement.ts'],
  );
});
