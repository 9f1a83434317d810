import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findSecrets } from '../../../../src/core/secrets/findSecrets.ts';
import { API_KEY_KIND } from '../../../../src/core/secrets/foundSecret.ts';
import { withKnown } from '../../../../src/core/secrets/knownSecrets.ts';
import { redactSecrets } from '../../../../src/core/secrets/redactSecrets.ts';
import { SecretDecisions } from '../../../../src/vscode/secrets/secretDecisions.ts';

/** What is left of a text after the secrets of `.env` with this line were redacted. */
function afterRedacting(line: string, text: string): string {
  const decisions = new SecretDecisions(() => 'https://one.example');
  decisions.redact(findSecrets(line, { path: '.env', languageId: 'plaintext' }));
  return redactSecrets(text, withKnown(text, [], decisions.everywhere, undefined)).text;
}

describe('a redacted value', () => {
  test('is redacted elsewhere, plain, quoted in JSON and percent-encoded', () => {
    const value = 'Zq7"m/W 2x+T';
    const forms = [value, JSON.stringify(value), JSON.stringify({ value }), encodeURIComponent(value)];
    const left = afterRedacting(`API_TOKEN='${value}'`, forms.join('\n'));
    assert.equal(
      left,
      ['x', '"x"', '{"value":"x"}', 'x'].join('\n').replaceAll('x', '[redacted: value in .env]'),
    );
  });

  test('is redacted elsewhere only as a separate word if it is short', () => {
    assert.equal(
      afterRedacting('DB_PASSWORD=hunter2x', 'hunter2x, hunter2xyz, xhunter2x, "hunter2x"'),
      '[redacted: value in .env], hunter2xyz, xhunter2x, "[redacted: value in .env]"',
    );
    assert.equal(
      afterRedacting('DB_PASSWORD=hunter2xhunter3y', 'xhunter2xhunter3yx'),
      'x[redacted: value in .env]x',
    );
  });

  test('is redacted nowhere else if it is a word, a name, a path or very short', () => {
    for (const value of ['keycloak', 'connect.sid', './certs/server', 'a1b2c3', 'my-session-name']) {
      assert.equal(afterRedacting(`AUTH_SESSION=${value}`, `import '${value}';`), `import '${value}';`);
    }
    const decisions = new SecretDecisions(() => 'https://one.example');
    const [found] = findSecrets('SESSION=keycloak', { path: '.env', languageId: 'plaintext' });
    assert.ok(found);
    decisions.redact([found]);
    assert.ok(decisions.isRedacted(found), 'Where it is found again, it is redacted without asking');
  });

  test('is redacted by each of its lines if they are long', () => {
    const lines = [`${'Ab3/'.repeat(16)}`, `${'Zx9+'.repeat(16)}`];
    const key = [`-----BEGIN ${'PRIVATE'} KEY-----`, ...lines, `-----END ${'PRIVATE'} KEY-----`].join('\n');
    assert.equal(
      afterRedacting(`# key\n${key}`, `It starts with ${lines[0]}.`).includes(`${lines[0]}`),
      false,
    );
  });

  test('is no longer allowed, and an allowed one is another decision once it is the API key', () => {
    const decisions = new SecretDecisions(() => 'https://one.example');
    const value = { values: ['Zq7mW2xT'], start: 0, end: 8, line: 1 };
    const [password, key] = [
      { ...value, kind: 'password' } as const,
      { ...value, kind: API_KEY_KIND } as const,
    ];
    decisions.allow([password]);
    assert.deepEqual([decisions.isAllowed(password), decisions.isAllowed(key)], [true, false]);
    decisions.redact([password]);
    assert.deepEqual([decisions.isAllowed(password), decisions.isRedacted(password)], [false, true]);
    decisions.redact([key]);
    assert.deepEqual([...decisions.everywhere], [['Zq7mW2xT', 'password']]);
  });
});
