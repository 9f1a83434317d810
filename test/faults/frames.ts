import type { BodyChunk } from '../../src/localService/http/response.ts';

/** One event of a streamed reply, as it is sent, or a whole reply. Its texts are JSON, so its quotes are escaped. */

const FRAME = /^((?:event: [^\n]*\n)?(?:data: )?)(\{.*\})(\n*)$/s;
const TEXT = /("(?:text_delta|delta)".*"(?:text|content)":|"type":"text","text":)"((?:[^"\\]|\\.)*)"/s;

function isString(piece: BodyChunk): piece is string {
  return typeof piece === 'string';
}

/** An event of an event stream, and not a line of JSON. */
export function isServerSent(piece: BodyChunk): piece is string {
  return isString(piece) && /^(?:event|data): /.test(piece);
}

/** An event that carries some of the reply's text, or a whole reply. */
export function hasText(piece: BodyChunk): piece is string {
  return isString(piece) && (TEXT.exec(piece)?.[2] ?? '') !== '';
}

export function isChoices(frame: string): boolean {
  return frame.includes('"choices":[');
}

/** A whole reply in one piece of JSON. */
export function isWhole(frame: string): boolean {
  return frame.includes('"type":"message","role"') && !frame.includes('"message_start"');
}

/** The same event with another text; `json` is the text as JSON has it, quotes included. */
export function withText(frame: string, json: string): string {
  return frame.replace(TEXT, (_, before: string) => `${before}${json}`);
}

/** An event as it would be sent in the stream that `frame` is from. */
export function eventLike<Event extends { type: string }>(frame: string, event: Event): string {
  const json = JSON.stringify(event);
  if (frame.startsWith('event: ')) {
    return `event: ${event.type}\ndata: ${json}\n\n`;
  }
  return frame.startsWith('data: ') ? `data: ${json}\n\n` : `${json}\n`;
}

/** What stands before the JSON of an event, the JSON, and what ends the event. */
export function split(frame: string): { before: string; json: string; after: string } | undefined {
  const [, before, json, after] = FRAME.exec(frame) ?? [];
  return before === undefined || json === undefined || after === undefined
    ? undefined
    : { before, json, after };
}
