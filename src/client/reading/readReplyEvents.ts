import type { ReplyEvent } from '../../contract/replyEvent.ts';
import type { Connection } from '../address/connection.ts';
import { hostOf } from '../address/endpoint.ts';
import { networkFailure } from '../failures/networkFailure.ts';
import type { OpenResponse } from '../transport/attempt.ts';
import { BodyReadError, chunksOf } from '../transport/responseBody.ts';
import type { Transfer } from '../transport/transfer.ts';
import { ReplyDecoder } from './replyDecoder.ts';

/**
 * Yields the events of the reply in a response body, its end last. Throws the signal's reason on an abort, also between
 * two events of the same chunk: nothing is yielded after a stop.
 * @param isStreamed whether a stream was asked for
 */
export async function* readReplyEvents(
  { head, body, transfer }: OpenResponse,
  { endpoint, apiKey }: Connection,
  signal: AbortSignal,
  isStreamed: boolean,
): AsyncGenerator<ReplyEvent, void, undefined> {
  const decoder = new ReplyDecoder(
    apiKey,
    isStreamed ? { contentType: head.headers.get('content-type') } : {},
  );
  const emit = (events: readonly ReplyEvent[]) => yieldEvents(events, transfer, signal);
  let isEndKnown = false;
  try {
    for await (const chunk of chunksOf(body)) {
      yield* emit(decoder.push(chunk));
      if (decoder.hasEnded) {
        return;
      }
      if (decoder.isEndKnown && !isEndKnown) {
        isEndKnown = true;
        transfer.endSoon();
      }
    }
    yield* emit(decoder.end());
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof BodyReadError)) {
      throw error;
    }
    yield* emit(
      transfer.hasTimedOut
        ? decoder.breakOff('', 'stalled')
        : decoder.breakOff(networkFailure(error, hostOf(endpoint)).detail ?? '', error.kind),
    );
  } finally {
    transfer.end('stopped');
  }
}

/** Ends the transfer before the final event, and adds its metrics to a failure. */
function* yieldEvents(
  events: readonly ReplyEvent[],
  transfer: Transfer,
  signal: AbortSignal,
): Generator<ReplyEvent, void, undefined> {
  for (const event of events) {
    signal.throwIfAborted();
    if (event.type === 'failed') {
      yield { ...event, failure: transfer.fail(event.failure) };
      continue;
    }
    if (event.type === 'finished' || event.type === 'cutAtLimit') {
      transfer.end('ok');
    }
    yield event;
  }
}
