import { delay } from '../../../src/localService/http/delay.ts';
import type { BodyChunk } from '../../../src/localService/http/response.ts';
import { type Fault, type Faults, fault, numberFault } from '../fault.ts';
import { hasText, isServerSent, split } from '../frames.ts';
import { changeBody, changeChunks } from '../responses.ts';

/** Maximum interval between two comments, in ms. Shorter for a short total duration. */
const KEEP_ALIVE_MS = 250;
const KEEP_ALIVES = 20;

/** Rewrites each event of an event stream. Leaves other formats unchanged. */
function rewriteEvents(line: string, write: (frame: string) => string): Fault {
  return fault(`An event stream ${line}`, async (_, next) =>
    changeChunks(await next(), (chunk) => [isServerSent(chunk) ? write(chunk) : chunk]),
  );
}

/** Splits the JSON of an event into several data lines. */
function splitDataLines(frame: string): string {
  const parts = split(frame);
  const lines = parts && JSON.stringify(JSON.parse(parts.json), undefined, 1).split('\n');
  return lines
    ? `${parts.before.replace(/data: $/, '')}${lines.map((line) => `data: ${line}\n`).join('')}\n`
    : frame;
}

async function* addKeepAlives(
  chunks: AsyncIterable<BodyChunk>,
  ms: number,
  signal: AbortSignal,
): AsyncGenerator<BodyChunk> {
  const step = Math.min(KEEP_ALIVE_MS, Math.ceil(ms / KEEP_ALIVES));
  let isFirst = true;
  for await (const chunk of chunks) {
    yield chunk;
    for (let waited = 0; isFirst && waited < ms; waited += step) {
      await delay(step, signal);
      yield isServerSent(chunk) ? ': keep-alive\n\n' : '\n';
    }
    isFirst = false;
  }
}

/** Joins the first two events with text to a line of two JSON objects. */
async function* joinEvents(chunks: AsyncIterable<BodyChunk>): AsyncGenerator<BodyChunk> {
  let held: string | undefined;
  let done = false;
  for await (const chunk of chunks) {
    if (done || !hasText(chunk)) {
      yield chunk;
    } else if (held === undefined) {
      held = chunk;
    } else {
      const first = split(held);
      yield `${first?.before}${first?.json}${split(chunk)?.json}${first?.after}`;
      done = true;
    }
  }
  if (held !== undefined && !done) {
    yield held + held;
  }
}

/** Valid variants of event streams (HTML standard, "Server-sent events") and invalid ones. */
export const FRAMING_FAULTS: Faults = {
  'F58.lines': rewriteEvents('whose events have several lines of data', splitDataLines),
  'F58.empty': rewriteEvents('with empty events between its own', (frame) => `data:\n\n${frame}data\n\n`),
  'F58.noSpace': rewriteEvents('without a space after the colons', (frame) =>
    frame.replace(/^(event|data): /gm, '$1:'),
  ),
  'F59.comments': rewriteEvents('with comments in it', (frame) => `: a comment\n:\n${frame}: data: {}\n\n`),
  'F59.fields': rewriteEvents(
    'with unknown fields',
    (frame) => `id: 7\nretry: 1000\nmystery: "data: {}"\nno colon\n${frame}`,
  ),
  'F59.events': rewriteEvents(
    'with unknown events',
    (frame) =>
      `event: ping\ndata: {"type":"ping"}\n\nevent: mystery\ndata: {"type":"mystery","text":"none of the reply"}\n\n${frame}`,
  ),
  'F59.keepAlives': numberFault(
    'Only keep-alives for a while after the first event',
    { unit: 'ms', defaultValue: 5000 },
    (ms) =>
      async ({ signal }, next) =>
        changeBody(await next(), (chunks) => addKeepAlives(chunks, ms, signal)),
  ),
  F62: fault('The first two events with text as two JSON objects in one line', async (_, next) =>
    changeBody(await next(), joinEvents),
  ),
};
