import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findSecrets, withApiKey } from '../../../../src/core/secrets/findSecrets.ts';
import { redactSecrets } from '../../../../src/core/secrets/redactSecrets.ts';
import { holds } from '../../../support/property.ts';
import { languageOf, MISSED, MISTAKEN, made } from './figures.ts';
import { LOOK_ALIKES } from './lookAlikes.ts';
import { SECRETS } from './secretCases.ts';

const SOURCE = { path: 'notes.txt', languageId: 'plaintext' };
/** Made up, of a form that is found anywhere. */
const TOKEN = ['gh', 'p_Zq83LmTx05VbNc7RkWy2HsJd41PfGuEo96Aa'].join('');
const KEY = ['-----BEGIN ', 'PRIVATE KEY-----\n', `${'Ab3/'.repeat(16)}\n`.repeat(3), '-----END '].join('');
const BLOCK = `${KEY}PRIVATE KEY-----`;

describe('the table of cases', () => {
  test('has at least 120 secrets and 120 look-alikes, none of them twice', () => {
    assert.ok(SECRETS.length >= 120 && LOOK_ALIKES.length >= 120, `${SECRETS.length}, ${LOOK_ALIKES.length}`);
    assert.equal(new Set(SECRETS.map(String)).size, SECRETS.length);
    assert.equal(new Set(LOOK_ALIKES.map(String)).size, LOOK_ALIKES.length);
  });

  test('at least 95 % of the secrets are found, whole and by their kind', () => {
    assert.ok(MISSED.length <= SECRETS.length * 0.05, MISSED.join('\n'));
  });

  test('at most 3 % of the look-alikes are taken for secrets', () => {
    assert.ok(MISTAKEN.length <= LOOK_ALIKES.length * 0.03, MISTAKEN.join('\n'));
  });
});

describe('secrets in a text', () => {
  test('are given with the line that each begins in, in their order', () => {
    const text = `one\r\n${TOKEN}\n\n  ${BLOCK}\npassword: hunter2x\n`;
    assert.deepEqual(
      findSecrets(text, SOURCE).map(({ line, kind, start, end }) => [line, kind, text.slice(start, end)]),
      [
        [2, 'GitHub token', TOKEN],
        [4, 'private key', BLOCK],
        [9, 'password', 'hunter2x'],
      ],
    );
  });

  test('are found again where nothing says what they are', () => {
    const text = 'password: hunter2x\nI tried hunter2x and “hunter2x”.';
    assert.deepEqual(
      findSecrets(text, SOURCE).map(({ line }) => line),
      [1, 2, 2],
    );
  });

  test('are one where two rules find the same, by the name of the one that knows its form', () => {
    const found = findSecrets(`const token = '${TOKEN}';`, { path: 'a.ts', languageId: 'typescript' });
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['GitHub token'],
    );
  });
});

describe('redacting', () => {
  test('leaves a mark of the kind, counts, and keeps the numbers of lines', () => {
    const text = `a\n${BLOCK}\r\nb ${TOKEN}\nc`;
    const { text: redacted, count } = redactSecrets(text, findSecrets(text, SOURCE));
    assert.equal(redacted, 'a\n[redacted: private key]\n\n\n\n\r\nb [redacted: GitHub token]\nc');
    assert.equal(count, 2);
    assert.equal(redacted.split('\n').length, text.split('\n').length);
  });

  test('changes nothing where nothing was found', () => {
    assert.deepEqual(redactSecrets('plain', []), { text: 'plain', count: 0 });
  });

  test('leaves none of what was found, nothing more to find, and every line in its place, in mixed texts', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...SECRETS.map(([, , secret]) => secret)),
      fc.constantFrom(...LOOK_ALIKES.map(([, lookAlike]) => lookAlike)),
    );
    const pieces = fc.array(piece, { minLength: 1, maxLength: 6 });
    const between = fc.constantFrom('\n', '\r\n', '\n\n');
    const file = fc.constantFrom('notes.txt', 'a.ts', '.env', 'a.yaml');
    const redacts = fc.property(pieces, between, file, (parts, lineEnd, path) => {
      const source = { path, languageId: languageOf(path) };
      const { text } = made(parts.join(lineEnd));
      const found = findSecrets(text, source);
      const { text: redacted, count } = redactSecrets(text, found);
      assert.equal(count, found.length);
      assert.equal(redacted.split('\n').length, text.split('\n').length, text);
      assert.deepEqual(findSecrets(redacted, source), [], redacted);
      for (const { start, end } of found.filter((one) => one.end - one.start >= 8)) {
        assert.ok(!redacted.includes(text.slice(start, end)), text);
      }
      assert.equal(redacted.replace(/\[redacted: [\w .]+\](\r?\n)*/g, '').length <= text.length, true);
    });
    await holds(redacts, { runs: 5000, gateRuns: 500 });
  });
});

/** Texts that make the patterns begin again and again; a search that takes the square of their length never ends. */
const TIRESOME: readonly (readonly [what: string, piece: string])[] = [
  ['beginnings of keys', '-----BEGIN PRIVATE KEY-----\n'],
  ['beginnings of keys in one line', '-----BEGIN PRIVATE KEY----- '],
  ['lines of keys', `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n`],
  ['beginnings of web tokens', 'eyJ-'],
  ['beginnings of web tokens with dots', 'eyJaaaaaaaaaa.eyJ'],
  ['addresses', '://a:'],
  ['colons', ':'],
  ['names', 'password'],
  ['names with values', 'password="'],
  ['names and blanks', 'token :  '],
  ['types', 'secret: a<b>.'],
  ['quotes', 'secret="\\'],
  ['signs of tokens', 'sk-sk-ghp_AKIA'],
  ['Discord', 'MAAAAAAAAAAAAAAAAAAAAAAA.'],
  ['headers', 'Authorization: Bearer '],
  ['commands', 'curl -u mysql '],
  ['tags', '<password>'],
  ['values', 'A=b\n'],
  ['zeros', '\0'],
  ['letters', 'x'],
  ['digits', '1234567890'],
  ['minified', 'a.b=function(c){return c.token||"d"};'],
  ['lines of passwords', 'password: aB3$5678\n'],
];

describe('a text of a million signs is looked through in a time that its length allows', () => {
  for (const [what, piece] of TIRESOME) {
    test(what, () => {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
      for (const path of ['a.ts', '.env']) {
        assert.ok(Array.isArray(findSecrets(text, { path, languageId: languageOf(path) })));
      }
    });
  }
});

describe('the key of the service', () => {
  const found = (text: string, apiKey: string | undefined) =>
    withApiKey(text, findSecrets(text, SOURCE), apiKey).map(({ kind, line, start, end }) => [
      kind,
      line,
      text.slice(start, end),
    ]);

  test('is found whatever it looks like, and wherever and however often it stands', () => {
    for (const apiKey of ['correct.horse', 'pass-word', '(.*)+[', '12345678', 'schlüssel', TOKEN]) {
      const text = `x${apiKey}y\n${apiKey}${apiKey}`;
      const own = ['your API key', 2, apiKey];
      assert.deepEqual(found(text, apiKey), [['your API key', 1, apiKey], own, own]);
    }
  });

  test('is found as a word of its own where it is so short that words hold it', () => {
    assert.deepEqual(found('a test of "test", attested', 'test'), [
      ['your API key', 1, 'test'],
      ['your API key', 1, 'test'],
    ]);
  });

  test('is told once where it is a part of what is found besides', () => {
    assert.deepEqual(found(`const a = '${TOKEN}';`, TOKEN.slice(4, 20)), [['your API key', 1, TOKEN]]);
  });

  test('is nothing where there is none', () => {
    assert.deepEqual(found('a text', undefined), []);
    assert.deepEqual(found('a text', ''), []);
    assert.deepEqual(found('a text', 'no such key'), []);
  });
});
