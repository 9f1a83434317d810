import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findSecrets } from '../../../../src/core/secrets/findSecrets.ts';
import { redactSecrets } from '../../../../src/core/secrets/redactSecrets.ts';
import { SECRET_PATTERNS } from '../../../../src/core/secrets/secretPatterns.ts';
import { TOKEN_FORMATS } from '../../../../src/core/secrets/tokenFormats.ts';
import { languageOf, parseCase } from './figures.ts';
import { KEYS_OF_TODAY, keyOf } from './keysOfToday.ts';
import { LOOK_ALIKES } from './lookAlikes.ts';
import { SECRETS } from './secretCases.ts';
import { madeUp } from './secretsByPrefix.ts';

const TOKENS: Readonly<Record<string, string>> = {
  'GitHub token': `${'gh'}p_${madeUp(36)}`,
  'AWS key': `${'AK'}IA${madeUp(16, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567')}`,
  'Stripe key': `${'sk'}_live_${madeUp(24)}`,
  'Slack token': `${'xo'}xb-${madeUp(12, '123456789')}-${madeUp(24)}`,
  JWT: `${'ey'}JhbGciOiJIUzI1NiJ9.${'ey'}JzdWIiOiI1OA${madeUp(20)}.${madeUp(43)}`,
};

const quoted = (text: string): string => JSON.stringify(text);

/** What stands around a secret in logs, in terminals and in code that contains other code. */
const DISGUISES: Readonly<Record<string, (secret: string) => string>> = {
  'after an escaped line end': (secret) => `"first line\\n${secret}\\nlast line"`,
  'after an escaped tab': (secret) => `"key\\t${secret}"`,
  'after an escaped letter': (secret) => `"key\\u003d${secret}\\u0026a=1"`,
  'after a percent-encoded =': (secret) => `https://example.com/?next=%2Fa%3Ft%3D${secret}%26b%3D1`,
  'after a percent-encoded blank': (secret) => `q=my%20key%20${secret}`,
  'in color': (secret) => `\x1B[32m${secret}\x1B[0m`,
  'in color as an escape': (secret) => `echo "\\033[1;32m${secret}\\033[0m" '\\u001b[32m${secret}'`,
  'after an underscore': (secret) => `backup_${secret}`,
  'in JSON in JSON': (secret) => quoted(quoted(`a\n${secret}\nb`)),
  'in JSON in JSON in JSON': (secret) => quoted(quoted(quoted(`a\t${secret}`))),
};

function redactedText(text: string, path: string, languageId = languageOf(path)): string {
  return redactSecrets(text, findSecrets(text, { path, languageId })).text;
}

for (const [disguise, wrap] of Object.entries(DISGUISES)) {
  test(`a secret ${disguise} is found`, () => {
    for (const [kind, token] of Object.entries(TOKENS)) {
      const text = wrap(token);
      const found = findSecrets(text, { path: 'app.log', languageId: 'log' });
      assert.ok(
        found.some((one) => one.kind === kind && one.values.includes(token)),
        `${kind}: ${text}`,
      );
      const redacted = redactedText(text, 'app.log');
      assert.ok(!redacted.includes(token), redacted);
      assert.ok(redacted.startsWith(text.slice(0, text.indexOf(token) - 1)), redacted);
    }
  });
}

test('a password and a key in JSON in JSON are found by their names', () => {
  const inner = JSON.stringify({ password: 'Zq7!mW2x', api_key: madeUp(32), user: 'me' });
  for (const depth of [1, 2]) {
    let nested = inner;
    for (let level = 0; level < depth; level++) {
      nested = quoted(nested);
    }
    const redacted = redactedText(nested, 'app.log');
    assert.ok(!redacted.includes('Zq7!mW2x') && !redacted.includes(madeUp(32)), redacted);
    assert.ok(redacted.includes('user') && redacted.includes('me'), redacted);
  }
});

test('a redaction starts and ends where the secret does in the original text', () => {
  const token = TOKENS['GitHub token'] ?? '';
  assert.equal(
    redactedText(`"a\\n\\n\\u0041\\n${token}\\n" %20 \x1B[1mend`, 'app.log'),
    '"a\\n\\n\\u0041\\n[redacted: GitHub token]\\n" %20 \x1B[1mend',
  );
});

describe('the values of an environment file', () => {
  const VALUES = ['Zq7mW2xT', `${madeUp(40)}`, 'pepper-91x', 'S3ss!onK3y', 'p4ssw0rd!x', `${madeUp(24)}=`];
  const NAMES = ['DB_PASSWORD', 'API_KEY', 'HASH_SALT', 'SESSION', 'SMTP_PASS', 'COOKIE_SECRET'];
  const LINES = NAMES.map((name, index) => `${name}=${index === 4 ? `"${VALUES[index]}"` : VALUES[index]}`);
  const ENV = ['# settings', 'NODE_ENV=production', 'PORT=3000', '', ...LINES];

  const PLACES: Readonly<Record<string, readonly [path: string, languageId: string, text: string]>> = {
    'in the file': ['.env', 'plaintext', ENV.join('\n')],
    'in a diff of the file': [
      'app',
      'diff',
      [
        'diff --git a/src/a.ts b/src/a.ts',
        '@@ -1 +1 @@',
        '-const a = 1;',
        '+const a = 2;',
        'diff --git a/.env b/.env',
        'index 1111111..2222222 100644',
        '--- a/.env',
        '+++ b/.env',
        '@@ -1,2 +1,9 @@',
        ...ENV.map((line, index) => `${' +-'[index % 3]}${line}`),
      ].join('\n'),
    ],
    'in a diff of a new file': [
      'app',
      'diff',
      [
        'diff --git a/api/.env.local b/api/.env.local',
        '--- /dev/null',
        '+++ b/api/.env.local',
        '@@ -0,0 +1,9 @@',
      ]
        .concat(ENV.map((line) => `+${line}`))
        .join('\n'),
    ],
    'shown by cat': [
      'bash',
      'plaintext',
      ['me@host:~/app$ cat .env', ...ENV, 'me@host:~/app$ ls'].join('\r\n'),
    ],
    'shown by type': ['pwsh', 'plaintext', ['PS C:\\app> type .\\.env', ...ENV, 'PS C:\\app>'].join('\r\n')],
    'with line numbers': [
      'bash',
      'plaintext',
      ['$ cat -n .env.production', ...ENV.map((line, index) => `     ${index + 1}\t${line}`)].join('\n'),
    ],
    'shown by grep': [
      'bash',
      'plaintext',
      LINES.map((line, index) => `.env:${index + 5}:${line}`).join('\n'),
    ],
    'in a note': ['notes.md', 'markdown', ['This is my `.env`:', '```', ...ENV, '```'].join('\n')],
  };

  for (const [place, [path, languageId, text]] of Object.entries(PLACES)) {
    test(`are all found ${place}`, () => {
      const redacted = redactedText(text, path, languageId);
      assert.deepEqual(
        VALUES.filter((value) => redacted.includes(value)),
        [],
        redacted,
      );
      assert.ok(redacted.includes('NODE_ENV=production') || place === 'shown by grep', redacted);
    });
  }

  for (const [what, ...header] of [
    [
      'in a folder that Git quotes',
      'diff --git "a/\\346\\227\\245/.env" "b/\\346\\227\\245/.env"',
      '@@ -1 +1 @@',
    ],
    ['in color', '\x1B[1mdiff --git a/.env b/.env\x1B[m', '\x1B[36m@@ -1 +1 @@\x1B[m'],
    [
      'that gets another name',
      ...['diff --git a/.env b/config', 'rename from .env', 'rename to config', '--- a/.env', '+++ b/config'],
      '@@ -1 +1 @@',
    ],
    ['with a time', '--- .env\t2020-01-01 00:00:00', '+++ env.txt\t2020-01-01 00:00:00\r', '@@ -1 +1 @@\r'],
    ['with lines like a header', 'diff --git a/.env b/.env', '@@ -1,2 +1,2 @@', '--- a/b.ts', '+++ b/b.ts'],
  ]) {
    test(`are found in a diff of a file ${what}`, () => {
      const text = [...header, '-salt=pepper-91x', '+salt=pepper-92x'].join('\n');
      const found = findSecrets(text, { path: 'app', languageId: 'diff' });
      assert.deepEqual([...new Set(found.flatMap(({ values }) => values))], ['pepper-91x', 'pepper-92x']);
    });
  }

  test('are found as printenv shows them, if they look like secrets', () => {
    const shown = [
      'HOME=/home/me',
      'PWD=/home/me/app',
      'SSH_AUTH_SOCK=/tmp/a1/agent.7',
      'DESKTOP_SESSION=ubuntu',
    ];
    assert.equal(
      redactedText([...shown, 'HASH_SALT=pepper-91x', 'TERM=xterm-256color'].join('\n'), 'bash', 'plaintext'),
      [...shown, 'HASH_SALT=[redacted: value in .env]', 'TERM=xterm-256color'].join('\n'),
    );
  });

  test('are ordinary lines in a diff of another file, and in the file’s template', () => {
    for (const name of ['build.properties', '.env.example']) {
      const text = [
        `diff --git a/${name} b/${name}`,
        `+++ b/${name}`,
        '+SESSION=connect.sid',
        '+SALT=pepper',
      ];
      assert.deepEqual(findSecrets(text.join('\n'), { path: 'app', languageId: 'diff' }), []);
    }
  });
});

describe('a private key', () => {
  const BEGIN = `-----BEGIN RSA ${'PRIVATE'} KEY-----`;
  const END = `-----END RSA ${'PRIVATE'} KEY-----`;
  const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const BODY = [1, 2, 3].map((seed) => madeUp(64, BASE64, seed)).concat(`${madeUp(22, BASE64)}==`);
  const numbered = (lines: readonly string[]): string[] =>
    lines.map((line, index) => `${index + 9}  ${line}`);

  const SHAPES: Readonly<Record<string, readonly string[]>> = {
    'without its END line': [BEGIN, ...BODY],
    'cut off in a line': [BEGIN, ...BODY.slice(0, 2), BODY[2]?.slice(0, 20) ?? ''],
    'without its BEGIN line': ['…', ...BODY, END],
    'encrypted and cut off': [
      BEGIN,
      'Proc-Type: 4,ENCRYPTED',
      `DEK-Info: AES-128-CBC,${madeUp(32, '0123456789ABCDEF')}`,
      '',
      ...BODY,
    ],
    'with line numbers': numbered([BEGIN, ...BODY, END]),
    'with line numbers and cut off': numbered([BEGIN, ...BODY]),
    'with line numbers and without its BEGIN line': numbered([...BODY, END]),
    'in a diff and cut off': [BEGIN, ...BODY].map((line) => `+${line}`),
    'quoted in JSON in JSON': [quoted(quoted([BEGIN, ...BODY, END].join('\n')))],
  };

  for (const [shape, lines] of Object.entries(SHAPES)) {
    test(`${shape} is found as a whole`, () => {
      const redacted = redactedText(['first', ...lines, '', 'last'].join('\n'), 'terminal');
      for (const line of [...BODY, BODY[2]?.slice(0, 20) ?? '']) {
        assert.ok(!redacted.includes(line), redacted);
      }
      assert.ok(redacted.startsWith('first\n') && redacted.endsWith('\nlast'), redacted);
    });
  }

  test('is found as a JSON Web Key, a public one is not', () => {
    const part = (seed: number, length = 43): string => madeUp(length, undefined, seed);
    const shared = { kty: 'EC', crv: 'P-256', x: part(1), y: part(2), kid: 'a-1' };
    const redacted = redactedText(JSON.stringify({ ...shared, d: part(3) }, undefined, 2), 'key.json');
    assert.ok(!redacted.includes(part(3)) && redacted.includes(part(1)), redacted);
    const symmetric = redactedText(JSON.stringify({ kty: 'oct', k: part(4) }), 'key.json');
    assert.ok(!symmetric.includes(part(4)), symmetric);
    assert.deepEqual(
      findSecrets(JSON.stringify({ keys: [shared] }), { path: 'a.json', languageId: 'json' }),
      [],
    );
  });
});

test('each prefix and pattern is in a case of the tables', () => {
  const texts = [
    ...SECRETS.map(([, , text]) => parseCase(text).text),
    ...KEYS_OF_TODAY.map(([, format]) => keyOf(format)),
  ];
  const untested = [...TOKEN_FORMATS, ...SECRET_PATTERNS].flatMap(({ kind, keywords, pattern }) => {
    const matching = texts.filter((text) => text.search(pattern) >= 0);
    return keywords
      .filter((keyword) => !matching.some((text) => text.includes(keyword)))
      .map((keyword) => `${kind}: ${keyword}`);
  });
  assert.deepEqual(untested, []);
});

test('what is no secret is none in a string, in a URL, in color or in a diff', () => {
  const wraps = [
    quoted,
    encodeURIComponent,
    (text: string) => `\x1B[31m${text}\x1B[0m`,
    (text: string) => `+${text}`,
  ];
  const alarms = LOOK_ALIKES.flatMap(([path, lookAlike]) => {
    const { text } = parseCase(lookAlike);
    const source = { path, languageId: languageOf(path) };
    return wraps
      .filter((wrap) => findSecrets(wrap(text), source).length > 0)
      .map((wrap) => `${path}: ${wrap(text)}`);
  });
  assert.ok(alarms.length <= LOOK_ALIKES.length * wraps.length * 0.03, alarms.join('\n'));
});
