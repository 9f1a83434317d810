import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readErrorText } from '../../../../src/client/failures/errorBodyText.ts';
import { httpFailure } from '../../../../src/client/failures/httpFailure.ts';
import { ReplyDecoder } from '../../../../src/client/reading/replyDecoder.ts';
import { holds } from '../../../support/property.ts';
import { isEnd, KEY } from '../connect.ts';

const ODD_KEY = 'k/ey+"with\\odd=chars&more<than>a_few';

/** The detail shown for an error body, sent with an error status or instead of a reply. */
const DETAIL_OF = {
  'with status 401': (body: string, apiKey: string): string =>
    httpFailure({ status: 401, headers: new Headers(), error: readErrorText(body), apiKey, now: 0 }).detail ??
    '',
  'with a success status': (body: string, apiKey: string): string => {
    const decoder = new ReplyDecoder(apiKey);
    const events = [...decoder.push(new TextEncoder().encode(body)), ...decoder.end()];
    const [end, ...more] = events.filter(isEnd);
    assert.ok(end?.type === 'failed' && more.length === 0, `ended in ${end?.type}`);
    return end.failure.detail ?? '';
  },
};

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const hex = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0'));
const escaped = (text: string) => [...hex(text)].map((code) => `\\u00${code}`).join('');
const entities = (text: string) => [...text].map((each) => `&#${each.codePointAt(0)};`).join('');

/** Encodings in which a service may echo the key. */
const KEY_ENCODINGS: Readonly<Record<string, (key: string) => string>> = {
  raw: (key) => key,
  'in upper case': (key) => key.toUpperCase(),
  percent: encodeURIComponent,
  'percent, all characters': (key) =>
    hex(key)
      .map((code) => `%${code}`)
      .join(''),
  base64,
  'base64 of the header': (key) => base64(`Bearer ${key}`),
  base64url: (key) => base64(`xx${key}`).replaceAll('+', '-').replaceAll('/', '_'),
  hexadecimal: (key) => hex(key).join(''),
  'in JSON': (key) => JSON.stringify(key).slice(1, -1),
  'in JSON twice': (key) => JSON.stringify(JSON.stringify(key)).slice(3, -3),
  'JSON escapes, all characters': escaped,
  'C escapes': (key) =>
    hex(key)
      .map((code) => `\\x${code}`)
      .join(''),
  'HTML entities': entities,
  'hexadecimal HTML entities': (key) =>
    hex(key)
      .map((code) => `&#x${code};`)
      .join(''),
  'interspersed with invisible characters': (key) => [...key].join('\u200b'),
  'interspersed with terminal colors': (key) => [...key].join('\u001b[31m'),
};

/** Error bodies that contain a text. */
const BODIES: Readonly<Record<string, (text: string) => string>> = {
  text: (text) => `No: ${text}`,
  'a web page': (text) => `<html><title>${text.replaceAll('<', '(')}</title>`,
  'error.message': (text) => JSON.stringify({ error: { message: text } }),
  error: (text) => JSON.stringify({ error: text }),
  'a list of details': (text) => JSON.stringify({ detail: [{ loc: [text], msg: text }] }),
  'the invalid field': (text) => JSON.stringify({ error: { message: 'Refused', param: text } }),
  'an event': (text) => `event: error\ndata: ${JSON.stringify({ error: { message: text } })}\n\n`,
  'an event that is not JSON': (text) => `event: error\ndata: ${text}\n\n`,
  'the type of a block': (text) =>
    JSON.stringify({ type: 'content_block_start', index: 0, content_block: { type: text } }),
};

for (const [context, detailOf] of Object.entries(DETAIL_OF)) {
  for (const [name, encode] of Object.entries(KEY_ENCODINGS)) {
    test(`an error body ${context} shows no 12 consecutive characters of a key echoed in it: ${name}`, async () => {
      const around = fc.string({ unit: 'grapheme', maxLength: 20 });
      const body = fc.constantFrom(...Object.values(BODIES));
      await holds(
        fc.property(
          fc.constantFrom(KEY, ODD_KEY),
          body,
          around,
          around,
          fc.nat({ max: 20 }),
          fc.nat({ max: 10_000 }),
          (key, bodyOf, before, after, cut, padding) => {
            const part = key.slice(cut);
            const text = `${before}${'y'.repeat(padding % 400)}${encode(part)}${after} ${encode(part)}`;
            assertNoTrace(detailOf(bodyOf(text), key), key, encode);
          },
        ),
        { runs: 60 },
      );
    });
  }
}

/** Asserts that no 12 consecutive characters of the key occur, neither plain nor encoded. */
function assertNoTrace(detail: string, key: string, encode: (key: string) => string): void {
  const lowerCaseDetail = detail.toLowerCase();
  assert.ok(detail.length <= 300, `${detail.length} characters`);
  for (let at = 0; at + 12 <= key.length; at++) {
    const fragment = key.slice(at, at + 12);
    for (const trace of [fragment, encode(fragment)]) {
      assert.ok(!lowerCaseDetail.includes(trace.toLowerCase()), `${trace} is in ${detail}`);
    }
  }
}

const NESTING_DEPTH = 100_000;

const ODD_BODIES: Readonly<Record<string, string>> = {
  nothing: '',
  'white space': ' \r\n\t',
  'a web page': '<!doctype html><title>Sign in</title><script>alert(1)</script>',
  'a page of 2 MiB that never closes a tag': '<title'.repeat(350_000),
  'a page of 2 MiB in one title': `<title>${'x'.repeat(2 ** 21)}`,
  '2 MiB of text': 'no '.repeat(700_000),
  '2 MiB in a message': JSON.stringify({ error: { message: 'x'.repeat(2 ** 21) } }),
  'arrays in arrays': '['.repeat(NESTING_DEPTH) + ']'.repeat(NESTING_DEPTH),
  'objects in objects': `${'{"error":'.repeat(NESTING_DEPTH)}1${'}'.repeat(NESTING_DEPTH)}`,
  'a deep message': `{"error":{"message":${'['.repeat(NESTING_DEPTH)}${']'.repeat(NESTING_DEPTH)}}}`,
  'deep data': `{"error":"no","data":${'['.repeat(NESTING_DEPTH)}${']'.repeat(NESTING_DEPTH)}}`,
  'terminal colors': `{"error":"\\u001b[31mred\\u001b[0m ${'\u001b]0;x\u0007'.repeat(1000)}"}`,
  'bidirectional controls': '{"error":"\u202egnorw\u202c \u2066x"}',
  'unfinished control sequences': '\u009b'.repeat(60_000) + '\u001b['.repeat(60_000),
};

for (const [name, body] of Object.entries(ODD_BODIES)) {
  for (const [context, detailOf] of Object.entries(DETAIL_OF)) {
    test(`an error body of ${name}, ${context}, gives a detail of at most 300 visible characters`, () => {
      const detail = detailOf(body, KEY);
      assert.ok(detail.length <= 300, `${detail.length} characters`);
      assert.doesNotMatch(detail, /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]|<script/u);
    });
  }
}

test('an error body of any bytes results in a detail of visible characters', async () => {
  await holds(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const detail = DETAIL_OF['with status 401'](new TextDecoder().decode(bytes), KEY);
      assert.doesNotMatch(detail, /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u);
    }),
    { runs: 500 },
  );
});
