import type { ReplyEvent } from '../contract/replyEvent.ts';
import { BodyLost, chunksOf } from './body.ts';
import type { Connection } from './connection.ts';
import { hostOf } from './endpoint.ts';
import { networkFailure } from './networkFailure.ts';
import { ReplyDecoder } from './replyDecoder.ts';

/**
 * The events of a reply out of the body of an answer, the last of them its end. Throws the signal's reason on
 * an abort, also between two events that came together: nothing is told after a stop.
 */
export async function* replyEvents(
  response: Response,
  { endpoint, apiKey }: Connection,
  signal: AbortSignal,
): AsyncGenerator<ReplyEvent, void, undefined> {
  const decoder = new ReplyDecoder(apiKey);
  try {
    for await (const chunk of chunksOf(response)) {
      yield* unlessAborted(decoder.push(chunk), signal);
      if (decoder.ended) {
        return;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof BodyLost)) {
      throw error;
    }
    yield* decoder.lose(networkFailure(error, hostOf(endpoint)).detail ?? '', error.kind);
    return;
  }
  yield* unlessAborted(decoder.end(), signal);
}

function* unlessAborted(events: readonly ReplyEvent[], signal: AbortSignal): Generator<ReplyEvent> {
  for (const event of events) {
    signal.throwIfAborted();
    yield event;
  }
}
