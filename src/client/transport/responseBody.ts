import { causesOf } from '../failures/errorCauses.ts';

/** Maximum number of bytes read of an error body, more than any message needs. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;

/**
 * Matches the codes of Node's decompressors (zlib, Brotli, Zstandard), and the message of Chromium's network stack as
 * seen in Electron. A browser's `fetch` gives no reason.
 */
const DECOMPRESSION_ERROR_PATTERN =
  /^(?:Z_|ZSTD_|ERR__ERROR_|ERR_(?:ZLIB|BROTLI|ZSTD)_)|\bERR_CONTENT_DECODING_FAILED\b/;

/** Thrown if a body is cut off by the network, by damaged compression, or by an abort. */
export class BodyReadError extends Error {
  override readonly name = 'BodyReadError';

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
 * Yields the chunks of a body as they arrive. Leaving the loop early closes the connection.
 * @throws BodyReadError with the reason as its cause
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

/** The beginning of an error body as text, or as much of it as arrived before it was cut off. */
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

/** A failure to cancel the unread rest does not change the outcome of the request. */
function ignore(): void {}
