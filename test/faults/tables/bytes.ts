import type { BodyChunk } from '../../../src/localService/http/response.ts';
import { type Faults, fault, numberFault } from '../fault.ts';
import { addTexts } from '../replyParts.ts';
import { bytesOf, changeBody, changeChunks } from '../responses.ts';

/** A private-use character that marks the position of the invalid bytes. */
const PLACEHOLDER = '\ue000';
const INVALID_BYTES = Buffer.from([0xff, 0xfe]);

function* insertInvalidBytes(chunk: BodyChunk): Generator<BodyChunk> {
  const bytes = Buffer.from(bytesOf(chunk));
  const at = bytes.indexOf(PLACEHOLDER);
  yield at === -1
    ? chunk
    : Buffer.concat([
        bytes.subarray(0, at),
        INVALID_BYTES,
        bytes.subarray(at + Buffer.byteLength(PLACEHOLDER)),
      ]);
}

/** Splits the body into chunks of `size` bytes, also within characters. */
async function* inChunks(chunks: AsyncIterable<BodyChunk>, size: number): AsyncGenerator<BodyChunk> {
  for await (const chunk of chunks) {
    const bytes = bytesOf(chunk);
    for (let at = 0; at < bytes.length; at += size) {
      yield bytes.subarray(at, at + size);
    }
  }
}

/** The regular response with other line ends than LF. */
function lineEnds(line: string, change: (text: string) => string[]) {
  return fault(`The regular response with ${line} at the end of each line`, async (_, next) =>
    changeChunks(await next(), (chunk) => (typeof chunk === 'string' ? change(chunk) : [chunk])),
  );
}

/** CR never precedes LF directly, because both would be one line end. */
const LINE_ENDS = ['\n', '\r', '\r\n'];

/** Changes of the bytes that don't change the text, and invalid bytes. */
export const BYTE_FAULTS: Faults = {
  F53: fault('The regular response with the bytes FF FE in its text', async (_, next) =>
    changeChunks(await next({ parts: addTexts([`[${PLACEHOLDER}]`]) }), insertInvalidBytes),
  ),
  F54: numberFault(
    'The regular response in tiny chunks, also within emoji and non-ASCII letters',
    { unit: 'bytes', defaultValue: 1 },
    (size) => async (_, next) =>
      changeBody(await next({ parts: addTexts(['é 漢字 🙂 ']) }), (chunks) =>
        inChunks(chunks, Math.max(1, size)),
      ),
  ),
  F55: fault('The regular response with an emoji split across two events', (_, next) =>
    next({ parts: addTexts(['\ud83d', '\ude42']) }),
  ),
  F56: fault('The regular response after a byte order mark', async (_, next) =>
    changeChunks(await next(), (chunk, position) => (position === 0 ? ['\ufeff', chunk] : [chunk])),
  ),
  'F57.cr': lineEnds('CR', (text) => [text.replaceAll('\n', '\r')]),
  'F57.crlf': lineEnds('CRLF', (text) => [text.replaceAll('\n', '\r\n')]),
  'F57.split': lineEnds('CRLF, split between chunks,', (text) =>
    text.replaceAll('\n', '\r\n').split(/(?<=\r)/),
  ),
  'F57.mixed': {
    description: 'The regular response with LF, CR and CRLF in turn',
    begin: () => async (_, next) => {
      let ends = 0;
      return changeChunks(await next(), (chunk) => [
        typeof chunk === 'string'
          ? chunk.replaceAll('\n', () => LINE_ENDS[ends++ % LINE_ENDS.length] ?? '\n')
          : chunk,
      ]);
    },
  },
};
