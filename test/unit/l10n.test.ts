import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ADVICE_BY_STATUS } from '../../src/contract/failure.ts';
import { REPOSITORY } from '../harness/paths.ts';

/** What is English in every language: what a model reads, the report, the log. */
const ENGLISH =
  /^src\/vscode\/(?:(?:attachments\/kinds|commitMessage)\/capture\w+|failures\/failureReport|requests\/requestLog)\.ts$/;

/** Capitalized words that are not shown as they are: keys, severities, versions of a file, and parts of names. */
const NAME =
  /^(?:Enter|Escape|Tab|Space|Delete|Backspace|Error|Warning|Information|Index|Assistant Chat|Default \{0\})$/;

/** A capitalized word, the end of a sentence, or a word after a value. */
const LOOKS_LIKE_TEXT = /^[A-Z][a-z’]+(?:[ .…:,]|$)|^[A-Z]+ \w|^[^ ].* .*[a-z][.…!?]$|\{0\},? [a-z]{2,}/;

/** What is before a string that the panel shows, whatever it looks like. */
const SHOWN =
  /(?:\.(?:textContent|ariaLabel|ariaDescription|title|placeholder) = |\b(?:iconButton\(|button\('[^']*', |element\('\w+', '[^']*', ))$/;

/** Texts that no translation reaches: `t` doesn't get them, or they are no literals that tools can collect. */
function untranslated(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*|\s\/\/ .*|\bfrom '[^']*';/gm, '');
  const strings = code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g);
  const texts = [...strings].flatMap(({ 0: quoted, index }) => {
    const before = code.slice(0, index).trimEnd();
    const text = quoted.slice(1, -1).replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{0}');
    const isShown = LOOKS_LIKE_TEXT.test(text)
      ? !NAME.test(text)
      : /[a-z]{2}/i.test(text) && isSink(code, index);
    return isShown && !/(?<![\w.#])t\($|throw new \w*Error\($/.test(before) ? [quoted] : [];
  });
  const calls = code.matchAll(/(?<![\w.#]|function )t\((?!\s*'[^'\\]+'[,)]).*/g);
  return [...texts, ...[...calls].map(([call]) => call)];
}

function isSink(code: string, index: number): boolean {
  return SHOWN.test(code.slice(code.lastIndexOf('\n', index) + 1, index));
}

const NOUNS =
  'attachments|blocks|characters|conversations|days|definitions|files|lines|matches|messages|models|names|problems|questions|replies|requests|results|rows|secrets|selections|suggestions|tokens|turns';

/**
 * A number and a noun in the plural: 1 would not fit there. After "of" it does, and limits are not 1, nor are estimates,
 * since each message costs more.
 */
const PLURAL = new RegExp(
  String.raw`(?<!\b(?:of|most|than|about|after|has more than|window has|fits into the) )\{\d\} (?:[a-z]+ )?(?:${NOUNS})\b`,
  'i',
);

/** Texts with a plural that are used for each number. */
function pluralsAlone(source: string): string[] {
  const texts = source.matchAll(/(?<![\w.#])t\(\s*'([^']*)'/g);
  return [...texts].flatMap(({ 1: text = '', index }) => {
    const statement = source.slice(source.lastIndexOf(';\n', index) + 1, index);
    const isChosen = /=== 1\b|> 1\b|\bformatPlural\(/.test(statement);
    return PLURAL.test(text) && !isChosen ? [text] : [];
  });
}

describe('texts of the user interface', () => {
  const files = globSync('src/{extension.ts,vscode/**/*.ts,webview/**/*.ts}', { cwd: REPOSITORY })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !ENGLISH.test(file));

  test('can be translated', () => {
    assert.ok(files.length > 200);
    const found = files.flatMap((file) =>
      untranslated(readFileSync(join(REPOSITORY, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
    assert.deepEqual(found, [], 'Pass each text to `t`, as a string in single quotes, without escapes');
  });

  for (const source of [
    "button('text-button', 'Cancel')",
    "box.placeholder = 'find';",
    "element('p', 'hint', 'none')",
    "status.append('The key is stored.');",
    'box.ariaLabel = `$' + '{count} results`;',
    't(`The file $' + '{name} is empty.`)',
    't(isOld ? sentence : other)',
    `t("can't be read")`,
    "t('one' + ' two')",
  ]) {
    test(`one that no translation reaches is found: ${source}`, () => {
      assert.notDeepEqual(untranslated(source), []);
    });
  }

  test('have a singular beside each plural', () => {
    const found = files.flatMap((file) =>
      pluralsAlone(readFileSync(join(REPOSITORY, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
    assert.deepEqual(found, [], 'Ask whether the number is 1, or let no noun follow it');
  });

  for (const source of [
    "offer(t('{0} conversations were deleted.', ids.length))",
    "count === 1 ? t('1 row') : other;\nconst text = t('{0} selected rows', count)",
    "t(\n  'The reply has {0} code blocks',\n  count)",
  ]) {
    test(`a plural without a singular is found: ${source}`, () => {
      assert.equal(pluralsAlone(source).length, 1);
    });
  }

  test('include the advice of the service interface', () => {
    const source = readFileSync(join(REPOSITORY, 'src/vscode/failures/failureText.ts'), 'utf8');
    for (const [status, advice] of Object.entries(ADVICE_BY_STATUS)) {
      assert.ok(source.includes(`case ${status}:\n      return [t('${advice}.')];`), status);
    }
  });
});
