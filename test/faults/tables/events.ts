import type { ReplyPart } from '../../../src/localService/chat/reply.ts';
import { HttpError } from '../../../src/localService/http/httpError.ts';
import type { BodyChunk } from '../../../src/localService/http/response.ts';
import { type Fault, type Faults, fault } from '../fault.ts';
import { eventLike, hasText, isChoices, isServerSent, isWhole, split, withText } from '../frames.ts';
import { withoutEnd } from '../replyParts.ts';
import { asLines, changeBody, changeChunks } from '../responses.ts';

const TEXTS_BEFORE_ERROR = 3;

async function* failAfterTexts(parts: AsyncIterable<ReplyPart>): AsyncGenerator<ReplyPart> {
  let sent = 0;
  for await (const part of parts) {
    if (sent === TEXTS_BEFORE_ERROR) {
      break;
    }
    yield part;
    sent += 1;
  }
  throw new HttpError(500, 'The model is overloaded.');
}

async function* addTextAfterEnd(chunks: AsyncIterable<BodyChunk>): AsyncGenerator<BodyChunk> {
  let text: string | undefined;
  for await (const chunk of chunks) {
    yield chunk;
    text ??= hasText(chunk) ? chunk : undefined;
  }
  if (text !== undefined) {
    yield withText(text, '" after the end"');
  }
}

interface StreamedEvent {
  delta?: { text?: string; stop_reason?: string };
  usage?: object;
}

/** Encodes a stream of message events as one of replies, each with the next text or all text so far. */
async function* asReplies(
  chunks: AsyncIterable<BodyChunk>,
  texts: 'new' | 'growing',
): AsyncGenerator<BodyChunk> {
  let text = '';
  for await (const chunk of chunks) {
    const json = typeof chunk === 'string' ? split(chunk)?.json : undefined;
    const { delta, usage } = JSON.parse(json ?? '{}') as StreamedEvent;
    if (delta !== undefined) {
      text = (texts === 'growing' ? text : '') + (delta.text ?? '');
      const content = [{ type: 'text', text }];
      const reply = {
        type: 'message',
        role: 'assistant',
        content,
        stop_reason: delta.stop_reason ?? null,
        usage,
      };
      yield `data: ${JSON.stringify(reply)}\n\n`;
    }
  }
}

/** Encodes the texts of a stream as another service would. A whole reply stays as it is. */
function inOtherFormat(description: string, encode: (text: string) => string, end: string): Fault {
  return fault(`A stream in a format that can’t be read: ${description}`, async (_, next) =>
    changeChunks(await next({ stream: 'sse' }), (chunk) => {
      if (!isServerSent(chunk)) {
        return [chunk];
      }
      const { delta } = JSON.parse(split(chunk)?.json ?? '{}') as StreamedEvent;
      return delta?.stop_reason ? [end] : delta?.text ? [encode(delta.text)] : [];
    }),
  );
}

/** A content block that is no text, after the first text. */
function* addImageBlock(frame: string): Generator<string> {
  if (isWhole(frame)) {
    yield frame.replace('"content":[', '"content":[{"type":"image","source":"none"},');
    return;
  }
  yield frame;
  if (isChoices(frame)) {
    yield frame.replace(/"delta":\{"content":/, '"delta":{"image":');
    return;
  }
  yield eventLike(frame, {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'image', source: 'none' },
  });
  yield eventLike(frame, {
    type: 'content_block_delta',
    index: 1,
    delta: { type: 'image_delta', data: 'none' },
  });
  yield eventLike(frame, { type: 'content_block_stop', index: 1 });
}

function* addNullText(frame: string): Generator<string> {
  if (isWhole(frame)) {
    yield frame.replace('"content":[', '"content":[{"type":"text","text":null},');
  } else {
    yield frame;
    yield withText(frame, 'null');
  }
}

/** Repeats each event with index 0 for a second content block. */
function* addSecondBlock(frame: string): Generator<string> {
  yield frame;
  if (frame.includes('"index":0')) {
    yield withText(frame.replace('"index":0', '"index":1'), '"OTHER "');
  }
}

function* duplicate(chunk: BodyChunk, position: number): Generator<BodyChunk> {
  const once = isServerSent(chunk) ? `id: ${position}\n${chunk}` : chunk;
  yield once;
  yield once;
}

const asText = (change: (frame: string) => Iterable<string>) => (chunk: BodyChunk) =>
  typeof chunk === 'string' ? change(chunk) : [chunk];

const replaced = (pattern: RegExp, replacement: string) =>
  asText((frame) => [frame.replace(pattern, replacement)]);

/** Unusual events in a reply. */
export const EVENT_FAULTS: Faults = {
  F60: fault('A stream that reports an error after three texts', (_, next) =>
    next({ parts: failAfterTexts }),
  ),
  'F61.ndjson': fault('Lines of JSON', async (_, next) => asLines(await next({ stream: 'sse' }))),
  'F61.json': fault('A plain JSON reply although a stream was requested', (_, next) =>
    next({ stream: 'off' }),
  ),
  'F61.replies': fault('A stream of replies as documented, each with the next text', async (_, next) =>
    changeBody(await next({ stream: 'sse' }), (chunks) => asReplies(chunks, 'new')),
  ),
  'F61.growing': fault('A stream of replies as documented, each with all text so far', async (_, next) =>
    changeBody(await next({ stream: 'sse' }), (chunks) => asReplies(chunks, 'growing')),
  ),
  'F61.noStop': fault('A stream of replies as documented that ends without a stop reason', async (_, next) =>
    changeBody(await next({ stream: 'sse', parts: withoutEnd }), (chunks) => asReplies(chunks, 'new')),
  ),
  'F61.otherLines': inOtherFormat(
    'lines',
    (content) =>
      `${JSON.stringify({ model: 'local', message: { role: 'assistant', content }, done: false })}\n`,
    '{"done":true}\n',
  ),
  'F61.otherEvents': inOtherFormat(
    'named events',
    (text) => `event: token\ndata: ${JSON.stringify({ text })}\n\n`,
    'event: end\ndata: {}\n\n',
  ),
  'F61.completions': inOtherFormat(
    'completions',
    (text) => `data: ${JSON.stringify({ choices: [{ index: 0, text, finish_reason: null }] })}\n\n`,
    'data: [DONE]\n\n',
  ),
  F63: fault('The regular response, and another event with text after its end', async (_, next) =>
    changeBody(await next(), addTextAfterEnd),
  ),
  'F64.block': fault('The regular response with a content block that is not text', async (_, next) => {
    let isFirst = true;
    return changeChunks(await next(), (chunk) => {
      const here = isFirst && hasText(chunk);
      isFirst &&= !here;
      return here ? addImageBlock(chunk) : [chunk];
    });
  }),
  'F64.stopReason': fault('The regular response with a stop reason that is not documented', async (_, next) =>
    changeChunks(await next(), replaced(/"(stop_reason|finish_reason)":"[^"]*"/, '"$1":"tired"')),
  ),
  'F64.nullText': fault('The regular response with null texts between its own', async (_, next) =>
    changeChunks(await next(), (chunk) => (hasText(chunk) ? addNullText(chunk) : [chunk])),
  ),
  'F64.noUsage': fault('The regular response without usage', async (_, next) =>
    changeChunks(await next(), replaced(/,"usage":\{[^}]*\}/, '')),
  ),
  'F65.text': fault('The regular response with each text twice under the same id', async (_, next) =>
    changeChunks(await next(), (chunk, position) => (hasText(chunk) ? duplicate(chunk, position) : [chunk])),
  ),
  'F65.others': fault('The regular response with each event twice that carries no text', async (_, next) =>
    changeChunks(await next(), (chunk, position) => (hasText(chunk) ? [chunk] : duplicate(chunk, position))),
  ),
  F66: fault('The regular response, interleaved with a second text', async (_, next) =>
    changeChunks(await next(), asText(addSecondBlock)),
  ),
};
