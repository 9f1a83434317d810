import { delay } from '../../../src/localService/http/delay.ts';
import type { BodyChunk } from '../../../src/localService/http/response.ts';
import { JSON_TYPE } from '../../../src/localService/http/response.ts';
import { type Faults, fault, numberFault } from '../fault.ts';
import { hasText, split } from '../frames.ts';
import { replaceTexts } from '../replyParts.ts';
import { bytesOf, changeBody, changeHead, collect } from '../responses.ts';

const MIB = 1024 * 1024;
const LINE = 'All work and no play makes a very long reply with lines of about one size.\n\n';
const BLOCK = LINE.repeat(800);
const KEEP_ALIVE_MS = 10;

function* endless<T>(value: T): Generator<T> {
  for (;;) {
    yield value;
  }
}

/** Yields `mebibytes` MiB of text in parts of about 60 KiB. */
function* textOf(mebibytes: number): Generator<string> {
  for (let sent = 0; sent < mebibytes * MIB; sent += BLOCK.length) {
    yield BLOCK;
  }
}

/** Yields everything up to the text of the first event with text, which never ends. */
async function* endlessLine(chunks: AsyncIterable<BodyChunk>): AsyncGenerator<BodyChunk> {
  for await (const chunk of chunks) {
    if (hasText(chunk)) {
      const { before = '', json = '' } = split(chunk) ?? {};
      yield `${before}${json.slice(0, json.lastIndexOf('"'))}`;
      break;
    }
    yield chunk;
  }
  yield* endless('x'.repeat(BLOCK.length));
}

async function* endlessJson(): AsyncGenerator<BodyChunk> {
  yield '{"id":"msg_endless","type":"message","role":"assistant","content":[{"type":"text","text":"';
  yield* endless('x'.repeat(BLOCK.length));
}

/** Excessively large bodies. An endless body ends when the client disconnects. */
export const SIZE_FAULTS: Faults = {
  F67: fault('An endless reply', (_, next) => next({ parts: replaceTexts(endless(BLOCK)) })),
  'F67.body': numberFault(
    'A very long reply',
    { unit: 'MiB', defaultValue: 100 },
    (size) => (_, next) => next({ parts: replaceTexts(textOf(size)) }),
  ),
  'F67.line': fault('A stream with one endless line', async (_, next) =>
    changeBody(await next(), endlessLine),
  ),
  'F67.json': fault('An endless plain JSON reply', async (_, next) =>
    changeHead(changeBody(await next(), endlessJson), { headers: { 'Content-Type': JSON_TYPE } }),
  ),
  'F67.keepAlives': fault('The head of a reply, then endless keep-alives', async ({ signal }, next) =>
    changeBody(await next(), async function* (chunks) {
      for await (const chunk of chunks) {
        yield chunk;
        break;
      }
      for (;;) {
        await delay(KEEP_ALIVE_MS, signal);
        yield ': keep-alive\n\n';
      }
    }),
  ),
  F68: numberFault(
    'A reply with one very long event',
    { unit: 'MiB', defaultValue: 10 },
    (size) => (_, next) =>
      next({ parts: replaceTexts([LINE.repeat(Math.ceil((size * MIB) / LINE.length))]) }),
  ),
  F69: numberFault(
    'A reply of tiny events, all at once',
    { unit: 'events', defaultValue: 10_000 },
    (count) => async (_, next) => {
      const texts = Array.from({ length: count }, (_, index) =>
        index % 12 === 11 ? '\n' : `${index % 10} `,
      );
      return changeBody(await next({ parts: replaceTexts(texts) }), async function* (chunks) {
        yield Buffer.concat((await collect(chunks)).map(bytesOf));
      });
    },
  ),
};
