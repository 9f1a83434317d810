import type { Refusal } from './refusal.ts';

/** One piece of a body, sent by itself. */
export type Piece = string | Uint8Array;

/** An answer as HTTP has it. A body of one text gets its length told; one of pieces is sent as they come. */
export interface HttpAnswer {
  type: 'http';
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | AsyncIterable<Piece>;
}

/** From an interceptor: bytes as they are, head and all; the connection closes after them. */
interface RawAnswer {
  type: 'raw';
  /** What the record of the request shows. */
  status: number;
  bytes: AsyncIterable<Piece>;
}

/** From an interceptor: nothing is sent. It has closed the connection, or the client waits for as long as it likes. */
export interface NoAnswer {
  type: 'none';
}

export type Answer = HttpAnswer | RawAnswer | NoAnswer;

export const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  return {
    type: 'http',
    status,
    headers: { 'Content-Type': JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  };
}

export function refusalAnswer({ status, body, headers }: Refusal): HttpAnswer {
  return jsonAnswer(status, body, headers);
}
