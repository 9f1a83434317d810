import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';
import type { BodyChunk } from '../../../src/localService/http/response.ts';
import { type Faults, fault, type Treatment } from '../fault.ts';
import { bytesOf, changeBody, changeHead, collectBytes } from '../responses.ts';

type Change = (chunks: AsyncIterable<BodyChunk>) => AsyncIterable<BodyChunk>;

const GZIP = { flush: constants.Z_SYNC_FLUSH };
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH };

/** Compresses and flushes each chunk, so that it can be read when it arrives. */
function compress(create: () => Transform): Change {
  return async function* (chunks) {
    const output = create();
    // Errors are thrown by the loop that reads the output.
    pipeline(Readable.from(toBytes(chunks)), output, () => {});
    yield* output as AsyncIterable<Buffer>;
  };
}

async function* toBytes(chunks: AsyncIterable<BodyChunk>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield bytesOf(chunk);
  }
}

const gzip = compress(() => createGzip(GZIP));

async function* cut(chunks: AsyncIterable<BodyChunk>): AsyncGenerator<BodyChunk> {
  const bytes = await collectBytes(gzip(chunks));
  yield bytes.subarray(0, Math.floor(bytes.length * 0.6));
}

async function* damage(chunks: AsyncIterable<BodyChunk>): AsyncGenerator<BodyChunk> {
  const bytes = await collectBytes(gzip(chunks));
  const middle = Math.floor(bytes.length * 0.6);
  yield Buffer.concat([bytes.subarray(0, middle), Buffer.alloc(32, 0xff), bytes.subarray(middle + 32)]);
}

function encoded(encoding: string, change: Change): Treatment {
  return async (_, next) =>
    changeHead(changeBody(await next(), change), { headers: { 'Content-Encoding': encoding } });
}

export const COMPRESSION_FAULTS: Faults = {
  'F26.gzip': fault('The regular response, compressed by gzip', encoded('gzip', gzip)),
  'F26.br': fault(
    'The regular response, compressed by Brotli',
    encoded(
      'br',
      compress(() => createBrotliCompress(BROTLI)),
    ),
  ),
  'F26.deflate': fault(
    'The regular response, compressed by deflate',
    encoded(
      'deflate',
      compress(() => createDeflate(GZIP)),
    ),
  ),
  'F26.plain': fault(
    'The regular response, labeled as gzip but not compressed',
    encoded('gzip', (chunks) => chunks),
  ),
  'F26.truncated': fault('The first part of the regular response in gzip', encoded('gzip', cut)),
  'F26.damaged': fault(
    'The regular response in gzip, with invalid bytes in the middle',
    encoded('gzip', damage),
  ),
};
