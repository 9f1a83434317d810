import type { IncomingMessage } from 'node:http';
import { HttpError } from './httpError.ts';

/** Far above the largest context window; the service interface specifies no limit. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

/**
 * Reads the body of a request as text. Reads a body that is too large to its end but discards it: a client that is
 * still sending would see a broken connection instead of the error.
 * @throws HttpError with 413
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) {
      chunks.length = 0;
    } else {
      chunks.push(chunk);
    }
  }
  if (bytes > MAX_BODY_BYTES) {
    throw new HttpError(413, `The body has ${bytes} bytes, and ${MAX_BODY_BYTES} are allowed.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses a body as JSON. Returns the text if it is not valid JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
