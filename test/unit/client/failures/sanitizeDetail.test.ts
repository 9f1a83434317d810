import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MASK, redact } from '../../../../src/client/failures/redact.ts';
import { sanitizeDetail } from '../../../../src/client/failures/sanitizeDetail.ts';
import { holds } from '../../../support/property.ts';
import { KEY } from '../connect.ts';
import { charactersTouched } from '../reading/charactersTouched.ts';

const ODD_KEY = 'k/ey+"with\\ödd=chars&more';

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

for (const key of [KEY, ODD_KEY]) {
  const encodings = {
    plain: key,
    'in another case': key.toUpperCase(),
    percent: encodeURIComponent(key),
    'percent in lower case': encodeURIComponent(key).toLowerCase(),
    base64: base64(key),
    'base64 of the header': base64(`Bearer ${key}`),
    'base64 after two bytes': base64(`xx${key}yy`),
    base64url: base64(`x${key}`).replaceAll('+', '-').replaceAll('/', '_'),
    'in JSON': JSON.stringify(key).slice(1, -1),
    'in JSON with escaped slashes': JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
    'its first part': key.slice(0, 15),
    'its last part': key.slice(-12),
  };
  for (const [name, encoded] of Object.entries(encodings)) {
    test(`redact masks the key ${key.slice(0, 4)}… (${name})`, () => {
      const masked = redact(`before ${encoded} after ${encoded}`, key);
      assert.ok(masked.startsWith('before '), masked);
      assert.ok(masked.includes(MASK));
      // Inside longer base64, characters shared with the neighboring bytes remain; they don't reveal the key.
      assert.ok(!masked.includes(encoded.slice(4, 16)), masked);
    });
  }
}

test('redact leaves text without the key unchanged', () => {
  const text = 'The key sk-canary is short; İstanbul 👩‍💻';
  assert.equal(redact(text, KEY), text);
});

test('redact ignores a key that is too short', () => {
  assert.equal(redact('check the key', 'e'), 'check the key');
});

test('sanitizeDetail leaves no 12 consecutive characters of a key, wherever it is and however the text is truncated', async () => {
  const padding = fc.string({ unit: 'grapheme', maxLength: 320 });
  await holds(
    fc.property(padding, padding, fc.nat({ max: 12 }), (before, after, cut) => {
      const detail = sanitizeDetail(before + KEY.slice(cut) + after, KEY) ?? '';
      for (let at = 0; at + 12 <= KEY.length; at++) {
        assert.ok(!detail.includes(KEY.slice(at, at + 12)));
      }
    }),
  );
});

test('a key interspersed with invisible characters is masked', () => {
  assert.equal(sanitizeDetail(`a ${[...KEY].join('\u200b')} b`, KEY), `a ${MASK} b`);
});

const SANITIZED: readonly (readonly [name: string, text: string, clean: string | undefined])[] = [
  ['terminal colors', '\u001b[31mred\u001b[0m', 'red'],
  ['a terminal title', '\u001b]0;owned\u0007text', 'text'],
  ['8-bit control sequences', '\u009b31mred', 'red'],
  ['line ends and tabs', 'a\r\n\tb', 'a b'],
  ['control characters', 'a\u0000b\u0008c\u007fd', 'abcd'],
  ['bidirectional controls', 'a\u202eb\u2066c\u200fd', 'abcd'],
  ['zero-width and tag characters', 'a\u200b\u2060\ufeff\u{e0041}b', 'ab'],
  ['an unpaired surrogate', 'a\ud83db', 'ab'],
  ['only invisible characters', ' \u200b\n', undefined],
  ['ordinary text of any language', 'Schlüssel 鍵 مفتاح 🔑', 'Schlüssel 鍵 مفتاح 🔑'],
];

for (const [name, text, clean] of SANITIZED) {
  test(`sanitizes ${name}`, () => assert.equal(sanitizeDetail(text, KEY), clean));
}

test('a detail has at most 300 characters and does not split a surrogate pair', () => {
  const detail = sanitizeDetail('🔑'.repeat(1000), KEY) ?? '';
  assert.ok(detail.length <= 300 && detail.length > 290, String(detail.length));
  assert.match(detail, /^🔑+…$/u);
});

test('only the beginning of a very long text is processed', () => {
  const touched = charactersTouched(() => sanitizeDetail('x'.repeat(1_000_000), KEY));
  assert.ok(touched > 300 && touched < 3_000_000, `${touched} characters`);
});
