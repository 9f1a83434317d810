import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findSecrets } from '../../../../src/core/secrets/findSecrets.ts';
import { withKnown } from '../../../../src/core/secrets/knownSecrets.ts';
import { redactSecrets } from '../../../../src/core/secrets/redactSecrets.ts';
import { holds } from '../../../support/property.ts';
import { FALSE_POSITIVES, languageOf, MISSED, parseCase } from './figures.ts';
import { KEYS_OF_TODAY, keyOf } from './keysOfToday.ts';
import { LOOK_ALIKES } from './lookAlikes.ts';
import { ORDINARY_TEXTS } from './ordinaryTexts.ts';
import { SECRETS } from './secretCases.ts';

const SOURCE = { path: 'notes.txt', languageId: 'plaintext' };
/** Made up, in a format that is found anywhere. */
const TOKEN = ['gh', 'p_Zq83LmTx05VbNc7RkWy2HsJd41PfGuEo96Aa'].join('');
const KEY = ['-----BEGIN ', 'PRIVATE KEY-----\n', `${'Ab3/'.repeat(16)}\n`.repeat(3), '-----END '].join('');
const BLOCK = `${KEY}PRIVATE KEY-----`;

describe('findSecrets', () => {
  test('is checked with at least 120 different secrets and 120 different look-alikes', () => {
    assert.ok(SECRETS.length >= 120 && LOOK_ALIKES.length >= 120, `${SECRETS.length}, ${LOOK_ALIKES.length}`);
    assert.equal(new Set(SECRETS.map(String)).size, SECRETS.length);
    assert.equal(new Set(LOOK_ALIKES.map(String)).size, LOOK_ALIKES.length);
  });

  test('finds at least 95 % of the secrets in the table completely, with their kind', () => {
    assert.ok(MISSED.length <= SECRETS.length * 0.05, MISSED.join('\n'));
  });

  test('finds at most 3 % of the look-alikes in the table', () => {
    assert.ok(FALSE_POSITIVES.length <= LOOK_ALIKES.length * 0.03, FALSE_POSITIVES.join('\n'));
  });
});

/** What stands around a key that nothing else tells. */
const SURROUNDINGS: Readonly<Record<string, readonly [path: string, around: (key: string) => string]>> = {
  'in prose': ['question.txt', (key) => `Why does it fail with ${key}? It is valid.`],
  'in YAML': ['app.yaml', (key) => `service:\n  note: ${key}\n  retries: 3\n`],
  'in JSON': ['app.json', (key) => JSON.stringify({ service: { note: key, retries: 3 } })],
  'in a terminal': ['bash', (key) => `$ show --last\n\x1B[32m${key}\x1B[0m\n$ `],
  'in a diff': ['a.diff', (key) => `@@ -1,2 +1,2 @@\n-${key}\n+  note: ${key}\n`],
};

for (const [where, [path, around]] of Object.entries(SURROUNDINGS)) {
  test(`keys of today’s services are found ${where}`, () => {
    const missed = KEYS_OF_TODAY.flatMap(([kind, format]) => {
      const key = keyOf(format);
      const text = around(key);
      const found = findSecrets(text, { path, languageId: languageOf(path) });
      const isFound = found.some((one) => one.kind === kind && one.values.includes(key));
      return isFound && !redactSecrets(text, found).text.includes(key) ? [] : [`${kind}: ${key}`];
    });
    assert.deepEqual(missed, []);
  });
}

test('at least 98 % of the keys that no format is known for are found', () => {
  const unlisted = KEYS_OF_TODAY.filter(([kind]) => kind === 'secret');
  const keys = unlisted.flatMap(([, format]) =>
    Array.from({ length: 50 }, (_, seed) => keyOf(format, seed + 2)),
  );
  const missed = keys.filter((key) => findSecrets(`Use ${key}.`, SOURCE).length === 0);
  assert.ok(missed.length <= keys.length * 0.02, `${missed.length} of ${keys.length}\n${missed.join('\n')}`);
});

test('nothing is found in ordinary texts with random characters', () => {
  const alarms = ORDINARY_TEXTS.flatMap(([path, marked]) => {
    const { text } = parseCase(marked);
    return findSecrets(text, { path, languageId: languageOf(path) }).map(
      ({ kind, start, end }) => `${path}: ${kind}: ${text.slice(start, end)}`,
    );
  });
  assert.deepEqual(alarms, []);
});

describe('secrets in a text', () => {
  test('are found in order, with the line on which each starts', () => {
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

  test('are found at their other occurrences too', () => {
    const text = 'password: hunter2x\nI tried hunter2x and “hunter2x”.';
    assert.deepEqual(
      findSecrets(text, SOURCE).map(({ line }) => line),
      [1, 2, 2],
    );
  });

  test('are found once if two rules match, with the kind of the known format', () => {
    const found = findSecrets(`const token = '${TOKEN}';`, { path: 'a.ts', languageId: 'typescript' });
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['GitHub token'],
    );
  });
});

describe('redactSecrets', () => {
  test('replaces secrets with marks of their kind, counts them and keeps line numbers', () => {
    const text = `a\n${BLOCK}\r\nb ${TOKEN}\nc`;
    const { text: redacted, count } = redactSecrets(text, findSecrets(text, SOURCE));
    assert.equal(redacted, 'a\n[redacted: private key]\n\n\n\n\r\nb [redacted: GitHub token]\nc');
    assert.equal(count, 2);
    assert.equal(redacted.split('\n').length, text.split('\n').length);
  });

  test('changes nothing if nothing was found', () => {
    assert.deepEqual(redactSecrets('plain', []), { text: 'plain', count: 0 });
  });

  test('leaves no secret and keeps every line in place in mixed texts', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...SECRETS.map(([, , secret]) => secret)),
      fc.constantFrom(...LOOK_ALIKES.map(([, lookAlike]) => lookAlike)),
    );
    const pieces = fc.array(piece, { minLength: 1, maxLength: 6 });
    const between = fc.constantFrom('\n', '\r\n', '\n\n');
    const file = fc.constantFrom('notes.txt', 'a.ts', '.env', 'a.yaml');
    const redacts = fc.property(pieces, between, file, (parts, lineEnd, path) => {
      const source = { path, languageId: languageOf(path) };
      const { text } = parseCase(parts.join(lineEnd));
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

/** Texts that make the patterns start over and over: with a quadratic search the tests would never end. */
const EXPENSIVE: readonly (readonly [what: string, piece: string])[] = [
  ['starts of keys', '-----BEGIN PRIVATE KEY-----\n'],
  ['starts of keys on one line', '-----BEGIN PRIVATE KEY----- '],
  ['key lines', `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n`],
  ['starts of web tokens', 'eyJ-'],
  ['starts of web tokens with dots', 'eyJaaaaaaaaaa.eyJ'],
  ['URLs', '://a:'],
  ['colons', ':'],
  ['names', 'password'],
  ['names with values', 'password="'],
  ['names and blanks', 'token :  '],
  ['types', 'secret: a<b>.'],
  ['quotes', 'secret="\\'],
  ['token prefixes', 'sk-sk-ghp_AKIA'],
  ['starts of Discord tokens', 'MAAAAAAAAAAAAAAAAAAAAAAA.'],
  ['headers', 'Authorization: Bearer '],
  ['commands', 'curl -u mysql '],
  ['tags', '<password>'],
  ['values', 'A=b\n'],
  ['zeros', '\0'],
  ['letters', 'x'],
  ['digits', '1234567890'],
  ['minified', 'a.b=function(c){return c.token||"d"};'],
  ['lines of passwords', 'password: aB3$5678\n'],
  ['backslashes', '\\'],
  ['escaped line ends', '\\n'],
  ['percent-encoded percents', '%25'],
  ['escapes of escapes', '\\u005cu005c'],
  ['colors', '\x1B[1m'],
  ['starts of colors', '\x1B['],
  ['ends of keys', '-----END PRIVATE KEY-----\n'],
  ['key lines and an end of each', `${'A'.repeat(64)}\n-----END PRIVATE KEY-----\n`],
  ['short key lines', 'A\n'],
  ['headers of diffs', '+++ b/.env\n'],
  ['names of environment files', 'cat .env .env.local '],
  ['dots and words', 'a.env'],
  ['keys of a JSON Web Key', '"kty":"d":"'],
  ['short words with hyphens', 'ab-cd_ef.gh-'],
  ['prefixes and random characters', 'xai-9sKewo1ZH20MmvN4QiKQ'],
  ['keys without an end', `xai-${'9sKewo1ZH2'.repeat(8)} `],
  ['signatures of Azure', `${'aB3'.repeat(20)}JQQJ99`],
  ['signatures of Azure at every place', 'AzFu+AStACDb'],
  ['starts of more tokens', 'pat.ops_eyJA3-AKCpEAAAAQ.AbABSK'],
  ['names in other languages', 'contraseña пароль密码api clave de '],
  ['names of keys', 'a_key_key api '],
  ['cookies', 'Cookie: a=b; curl -b '],
  ['cookies of one header', 'a=aB3$5678aB3$5678; '],
  ['tokens in URLs', '://aB3aB3aB3aB3aB3aB3'],
  ['variables of containers', ' -e A_PASSWORD='],
  ['variables of a Dockerfile', 'ENV PASSWORD_PASSWORD '],
  ['bearers', 'bearer '],
  ['starts of keys and pieces of keys', `-----BEGIN PRIVATE KEY-----${'A'.repeat(40)} `],
  ['lines of a file of secrets', 'kind: Secret\n"a": b\n'],
  ['names of files of secrets', 'secrets.secret.yaml '],
  ['blanks in a file of secrets', `kind: Secret\n${' '.repeat(79)}\n`],
];

describe('a text of 300,000 characters is searched in linear time', () => {
  for (const [what, piece] of EXPENSIVE) {
    test(what, () => {
      const text = piece.repeat(Math.ceil(300_000 / piece.length));
      for (const path of ['a.ts', '.env']) {
        assert.ok(Array.isArray(findSecrets(text, { path, languageId: languageOf(path) })));
      }
    });
  }
});

describe('withKnown', () => {
  const found = (text: string, apiKey: string | undefined) =>
    withKnown(text, findSecrets(text, SOURCE), [], apiKey).map(({ kind, line, start, end }) => [
      kind,
      line,
      text.slice(start, end),
    ]);

  test('finds every occurrence of the API key, whatever it looks like', () => {
    for (const apiKey of ['correct.horse', 'pass-word', '(.*)+[', '12345678', 'schlüssel']) {
      const text = `x${apiKey}y\n${apiKey}${apiKey}`;
      const expected = ['your API key', 2, apiKey];
      assert.deepEqual(found(text, apiKey), [['your API key', 1, apiKey], expected, expected]);
    }
  });

  test('finds a very short API key only as a separate word', () => {
    assert.deepEqual(found('a test of "test", attested', 'test'), [
      ['your API key', 1, 'test'],
      ['your API key', 1, 'test'],
    ]);
  });

  test('reports an API key inside another secret once', () => {
    assert.deepEqual(found(`const a = '${TOKEN}';`, TOKEN.slice(4, 20)), [['your API key', 1, TOKEN]]);
  });

  test('adds nothing without an API key or an occurrence of it', () => {
    assert.deepEqual(found('a text', undefined), []);
    assert.deepEqual(found('a text', ''), []);
    assert.deepEqual(found('a text', 'no such key'), []);
  });
});
