import type { ReplyEvent } from '../../contract/replyEvent.ts';
import type { Connection } from '../address/connection.ts';
import { hostOf } from '../address/endpoint.ts';
import { networkFailure } from '../failures/networkFailure.ts';
import type { OpenResponse } from '../transport/attempt.ts';
import { BodyReadError, chunksOf } from '../transport/responseBody.ts';
import type { Transfer } from '../transport/transfer.ts';
import { ReplyDecoder } from './replyDecoder.ts';

/**
 * The events of a reply out of the body of an answer, the last of them its end. Throws the signal's reason on
 * an abort, also between two events that came together: nothing is told after a stop.
 */
export async function* readReplyEvents(
  { body, transfer }: OpenResponse,
  { endpoint, apiKey }: Connection,
  signal: AbortSignal,
): AsyncGenerator<ReplyEvent, void, undefined> {
  const decoder = new ReplyDecoder(apiKey);
  const tell = (events: readonly ReplyEvent[]) => yieldEvents(events, transfer, signal);
  try {
    for await (const chunk of chunksOf(body)) {
      yield* tell(decoder.push(chunk));
      if (decoder.hasEnded) {
        return;
      }
    }
    yield* tell(decoder.end());
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof BodyReadError)) {
      throw error;
    }
    yield* tell(
      transfer.timeout === undefined
        ? decoder.breakOff(networkFailure(error, hostOf(endpoint)).detail ?? '', error.kind)
        : decoder.breakOff('', 'stalled'),
    );
  } finally {
    transfer.end('stopped');
  }
}

/** An end of the reply ends its transfer, and a failure takes the figures along. */
function* yieldEvents(
  events: readonly ReplyEvent[],
  transfer: Transfer,
  signal: AbortSignal,
): Generator<ReplyEvent, void, undefined> {
  for (const event of events) {
    signal.throwIfAborted();
    if (event.type === 'failed') {
      yield { type: 'failed', failure: transfer.fail(event.failure) };
      continue;
    }
    if (event.type === 'finished' || event.type === 'cutAtLimit') {
      transfer.end('ok');
    }
    yield event;
  }
}
