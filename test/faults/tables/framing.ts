import { delay } from '../../../src/localService/http/delay.ts';
import type { BodyChunk } from '../../../src/localService/http/response.ts';
import { changeBody, changePieces } from '../answers.ts';
import { type Fault, type Faults, fault, numberFault } from '../fault.ts';
import { hasText, isServerSent, split } from '../frames.ts';

/** ms between two comments at most; for a short while proportionally less. */
const KEEP_ALIVE_MS = 250;
const KEEP_ALIVES = 20;

/** Each event of an event stream in another writing; other formats stay as they are. */
function written(line: string, write: (frame: string) => string): Fault {
  return fault(`An event stream ${line}`, async (_, next) =>
    changePieces(await next(), (piece) => [isServerSent(piece) ? write(piece) : piece]),
  );
}

/** One event's JSON over several lines of data, which make up one text. */
function overLines(frame: string): string {
  const parts = split(frame);
  const lines = parts && JSON.stringify(JSON.parse(parts.json), undefined, 1).split('\n');
  return lines
    ? `${parts.before.replace(/data: $/, '')}${lines.map((line) => `data: ${line}\n`).join('')}\n`
    : frame;
}

async function* keptAlive(
  pieces: AsyncIterable<BodyChunk>,
  ms: number,
  signal: AbortSignal,
): AsyncGenerator<BodyChunk> {
  const step = Math.min(KEEP_ALIVE_MS, Math.ceil(ms / KEEP_ALIVES));
  let isFirst = true;
  for await (const piece of pieces) {
    yield piece;
    for (let waited = 0; isFirst && waited < ms; waited += step) {
      await delay(step, signal);
      yield isServerSent(piece) ? ': keep-alive\n\n' : '\n';
    }
    isFirst = false;
  }
}

/** The first two events with text as one line of two JSON objects. */
async function* glued(pieces: AsyncIterable<BodyChunk>): AsyncGenerator<BodyChunk> {
  let held: string | undefined;
  let done = false;
  for await (const piece of pieces) {
    if (done || !hasText(piece)) {
      yield piece;
    } else if (held === undefined) {
      held = piece;
    } else {
      const first = split(held);
      yield `${first?.before}${first?.json}${split(piece)?.json}${first?.after}`;
      done = true;
    }
  }
  if (held !== undefined && !done) {
    yield held + held;
  }
}

/** What may stand in an event stream (the HTML standard, "Server-sent events"), and what may not. */
export const FRAMING_FAULTS: Faults = {
  'F58.lines': written('whose events have several lines of data', overLines),
  'F58.empty': written('with empty events between its own', (frame) => `data:\n\n${frame}data\n\n`),
  'F58.noSpace': written('without a space after the colons', (frame) =>
    frame.replace(/^(event|data): /gm, '$1:'),
  ),
  'F59.comments': written('with comments in it', (frame) => `: a comment\n:\n${frame}: data: {}\n\n`),
  'F59.fields': written(
    'with fields that are of no concern',
    (frame) => `id: 7\nretry: 1000\nmystery: "data: {}"\nno colon\n${frame}`,
  ),
  'F59.events': written(
    'with events that are of no concern',
    (frame) =>
      `event: ping\ndata: {"type":"ping"}\n\nevent: mystery\ndata: {"type":"mystery","text":"none of the reply"}\n\n${frame}`,
  ),
  'F59.keepAlives': numberFault(
    'Keep-alives alone for a while after the first event',
    { unit: 'ms', otherwise: 5000 },
    (ms) =>
      async ({ signal }, next) =>
        changeBody(await next(), (pieces) => keptAlive(pieces, ms, signal)),
  ),
  F62: fault('The first two events with text as two JSON objects in one line', async (_, next) =>
    changeBody(await next(), glued),
  ),
};
