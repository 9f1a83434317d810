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
  const writings = {
    'as it is': key,
    'in other case': key.toUpperCase(),
    percent: encodeURIComponent(key),
    'percent in lower case': encodeURIComponent(key).toLowerCase(),
    base64: base64(key),
    'base64 of its header': base64(`Bearer ${key}`),
    'base64 after two bytes': base64(`xx${key}yy`),
    base64url: base64(`x${key}`).replaceAll('+', '-').replaceAll('/', '_'),
    'in JSON': JSON.stringify(key).slice(1, -1),
    'in JSON with escaped slashes': JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
    'its first part': key.slice(0, 15),
    'its last part': key.slice(-12),
  };
  for (const [name, writing] of Object.entries(writings)) {
    test(`masks the key ${key.slice(0, 4)}… ${name}`, () => {
      const masked = redact(`before ${writing} after ${writing}`, key);
      assert.ok(masked.startsWith('before '), masked);
      assert.ok(masked.includes(MASK));
      // Where a key stands inside longer base64, its neighbours are left; they tell nothing of it.
      assert.ok(!masked.includes(writing.slice(4, 16)), masked);
    });
  }
}

test('text without the key stays exactly as it is', () => {
  const text = 'The key sk-canary is short; İstanbul 👩‍💻';
  assert.equal(redact(text, KEY), text);
});

test('a key of a few letters does not make words unreadable', () => {
  assert.equal(redact('check the key', 'e'), 'check the key');
});

test('no 12 characters of a key come through, wherever it stands and whatever is cut', async () => {
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

test('a key that invisible characters are strewn into is masked too', () => {
  assert.equal(sanitizeDetail(`a ${[...KEY].join('\u200b')} b`, KEY), `a ${MASK} b`);
});

const CLEANED: readonly (readonly [name: string, text: string, clean: string | undefined])[] = [
  ['colours of a terminal', '\u001b[31mred\u001b[0m', 'red'],
  ['the title of a terminal', '\u001b]0;owned\u0007text', 'text'],
  ['8-bit control sequences', '\u009b31mred', 'red'],
  ['line ends and tabs', 'a\r\n\tb', 'a b'],
  ['control characters', 'a\u0000b\u0008c\u007fd', 'abcd'],
  ['bidirectional controls', 'a\u202eb\u2066c\u200fd', 'abcd'],
  ['zero-width and tag characters', 'a\u200b\u2060\ufeff\u{e0041}b', 'ab'],
  ['half a surrogate pair', 'a\ud83db', 'ab'],
  ['nothing but the invisible', ' \u200b\n', undefined],
  ['ordinary text of any language', 'Schlüssel 鍵 مفتاح 🔑', 'Schlüssel 鍵 مفتاح 🔑'],
];

for (const [name, text, clean] of CLEANED) {
  test(`makes ${name} safe`, () => assert.equal(sanitizeDetail(text, KEY), clean));
}

test('a detail has at most 300 characters and ends in a whole one', () => {
  const detail = sanitizeDetail('🔑'.repeat(1000), KEY) ?? '';
  assert.ok(detail.length <= 300 && detail.length > 290, String(detail.length));
  assert.match(detail, /^🔑+…$/u);
});

test('of a text as long as a reply only the beginning is looked through', () => {
  const looked = charactersTouched(() => sanitizeDetail('x'.repeat(1_000_000), KEY));
  assert.ok(looked > 300 && looked < 3_000_000, `${looked} characters`);
});
