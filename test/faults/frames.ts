import type { BodyChunk } from '../../src/localService/http/response.ts';

/**
 * A frame is an encoded event of a streamed reply, or a complete reply. Since it is JSON, quotes in its texts are
 * escaped.
 */

const FRAME = /^((?:event: [^\n]*\n)?(?:data: )?)(\{.*\})(\n*)$/s;
const TEXT = /("(?:text_delta|delta)".*"(?:text|content)":|"type":"text","text":)"((?:[^"\\]|\\.)*)"/s;

function isString(chunk: BodyChunk): chunk is string {
  return typeof chunk === 'string';
}

/** Whether a chunk is a server-sent event, not a complete reply. */
export function isServerSent(chunk: BodyChunk): chunk is string {
  return isString(chunk) && /^(?:event|data): /.test(chunk);
}

/** Whether a chunk contains text of the reply. */
export function hasText(chunk: BodyChunk): chunk is string {
  return isString(chunk) && (TEXT.exec(chunk)?.[2] ?? '') !== '';
}

export function isChoices(frame: string): boolean {
  return frame.includes('"choices":[');
}

/** Whether a frame is a complete reply. */
export function isWhole(frame: string): boolean {
  return frame.includes('"type":"message","role"') && !frame.includes('"message_start"');
}

/** Replaces the text of a frame; `json` is a JSON value, such as a quoted string. */
export function withText(frame: string, json: string): string {
  return frame.replace(TEXT, (_, before: string) => `${before}${json}`);
}

/** Encodes an event in the format of `frame`. */
export function eventLike<Event extends { type: string }>(frame: string, event: Event): string {
  const json = JSON.stringify(event);
  if (frame.startsWith('event: ')) {
    return `event: ${event.type}\ndata: ${json}\n\n`;
  }
  return frame.startsWith('data: ') ? `data: ${json}\n\n` : `${json}\n`;
}

/** Splits a frame into the part before its JSON, the JSON, and the part after it. */
export function split(frame: string): { before: string; json: string; after: string } | undefined {
  const [, before, json, after] = FRAME.exec(frame) ?? [];
  return before === undefined || json === undefined || after === undefined
    ? undefined
    : { before, json, after };
}
