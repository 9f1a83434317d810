import type { IncomingMessage } from 'node:http';
import { HttpError } from './httpError.ts';

/** Bytes. The interface shows no bound; this one is far above the largest context window. */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

/**
 * The body of a request as text. One that is too large is read to its end all the same, and thrown away:
 * a client that is still sending would see a broken connection instead of the refusal.
 * @throws Refusal with 413
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

/** The body as JSON where it is that, else as text. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
