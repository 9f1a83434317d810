import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { holds } from '../../support/property.ts';
import { TraceSearch } from '../../support/traces.ts';

const SECRET = 'local-active-Zx81Qw7/Lm"3+Np5Rt9_Yk2';
const search = new TraceSearch([SECRET, 'another-secret-0123456789'], ['local-active-']);

const bytes = (text: string) => Buffer.from(text);
const PLANTED: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  'as plain text': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'in lower case': (text) => text.toLowerCase(),
  'percent-encoded': (text) => encodeURIComponent(text),
  'with every character percent-encoded': (text) => bytes(text).toString('hex').replace(/../g, '%$&'),
  'in base64': (text) => bytes(text).toString('base64'),
  'in base64 of a header': (text) => bytes(`Bearer ${text}`).toString('base64'),
  'in base64 of JSON': (text) => bytes(`{"apiKey":"${text}"}`).toString('base64'),
  'in base64url': (text) => bytes(`xy${text}z`).toString('base64url'),
  'in base64, percent-encoded': (text) => encodeURIComponent(bytes(text).toString('base64')),
  'in JSON': (text) => JSON.stringify({ text }),
  'in JSON with escaped slashes': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'in JSON with every character escaped': (text) =>
    [...text].map((letter) => `\\u00${bytes(letter).toString('hex')}`).join(''),
  'in hexadecimal digits': (text) => bytes(text).toString('hex'),
  'in spaced hexadecimal digits': (text) => (bytes(text).toString('hex').match(/../g) ?? []).join(' '),
  'in UTF-16': (text) => Buffer.from(`xx${text}`, 'utf16le'),
  'in big-endian UTF-16': (text) => Buffer.from(`xx${text}`, 'utf16le').swap16(),
  'between other bytes': (text) => Buffer.concat([Buffer.from([0xff, 0xfe, 0]), bytes(text)]),
};

for (const [name, write] of Object.entries(PLANTED)) {
  test(`TraceSearch: finds a secret ${name}`, () => {
    const written = write(SECRET);
    assert.ok(search.find(written), String(written));
  });

  test(`TraceSearch: finds 14 characters from the middle of a secret ${name}`, () => {
    for (const start of [13, 17, 22]) {
      const written = write(SECRET.slice(start, start + 14));
      assert.ok(search.find(written), String(written));
    }
  });
}

test('TraceSearch: finds 12 characters anywhere, but not 11', async () => {
  const surroundings = fc.string({ maxLength: 40 });
  await holds(
    fc.property(surroundings, surroundings, fc.integer({ min: 13, max: 23 }), (before, after, start) => {
      assert.ok(search.find(before + SECRET.slice(start, start + 12) + after));
    }),
  );
  assert.equal(search.find(`(${SECRET.slice(15, 26)})`), undefined);
});

test('TraceSearch: finds each of several secrets', () => {
  assert.deepEqual(search.find('x another-secret-0123456789'), { encoding: 'raw', at: 2 });
});

test('TraceSearch: ignores a prefix that is not secret', () => {
  assert.equal(search.find('local-active-'), undefined);
  assert.equal(search.find('local-active-000000000000'), undefined);
});

test('TraceSearch: finds nothing in other text', async () => {
  await holds(fc.property(fc.string({ maxLength: 2000 }), (text) => search.find(text) === undefined));
  assert.equal(search.find(bytes('The key is in the dashboard. '.repeat(1000))), undefined);
});
