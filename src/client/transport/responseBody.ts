import { causesOf } from '../failures/errorCauses.ts';

/** Bytes of an error body that are read: more than any sentence needs, and a bound on what is kept. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;

/**
 * The codes of Node's decompressors (zlib, Brotli, Zstandard), and what Chromium's network stack says where its
 * reasons are told, as in Electron. A browser's `fetch` tells none.
 */
const DECOMPRESSION_ERROR_PATTERN =
  /^(?:Z_|ZSTD_|ERR__ERROR_|ERR_(?:ZLIB|BROTLI|ZSTD)_)|\bERR_CONTENT_DECODING_FAILED\b/;

/** Thrown when a body breaks off: by the network, by a damaged compression, or by an abort. */
export class BodyReadError extends Error {
  override readonly name = 'BodyLost';

  /** What kind of failure it is, as far as the cause tells. */
  get kind(): 'connectionLost' | 'damaged' {
    const texts = causesOf(this.cause).flatMap((cause: { code?: unknown; message?: unknown }) => [
      cause.code,
      cause.message,
    ]);
    return texts.some((text) => typeof text === 'string' && DECOMPRESSION_ERROR_PATTERN.test(text))
      ? 'damaged'
      : 'connectionLost';
  }
}

/**
 * The bytes of a body as they come, until it ends. Leaving early lets go of the connection.
 * @throws BodyLost with the reason as its cause
 */
export async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  if (!reader) {
    return;
  }
  try {
    for (let next = await readChunk(reader); !next.done; next = await readChunk(reader)) {
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(ignore);
  }
}

async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read();
  } catch (cause) {
    throw new BodyReadError('The response body is incomplete', { cause });
  }
}

/** The beginning of an error body as text: a body that breaks off gives what came of it. */
export async function readErrorBody(response: Response, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(response)) {
      text += decoder.decode(chunk.subarray(0, MAX_ERROR_BODY_BYTES - bytes), { stream: true });
      bytes += chunk.length;
      if (bytes >= MAX_ERROR_BODY_BYTES) {
        break;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof BodyReadError)) {
      throw error;
    }
  }
  return text;
}

/** The outcome of a request does not depend on how its unread rest is let go. */
function ignore(): void {}
