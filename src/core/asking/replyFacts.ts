import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import type { UnreadResponse } from '../../contract/unreadResponse.ts';
import { type AssistantTurn, isRunning } from '../conversation/conversation.ts';
import type { ChatSessionDeps, ReplyRequest, RetryWay } from './chatSessionDeps.ts';

/** What is known of a reply in this window, and not stored. */
export interface ReplyFact {
  /** How long it took, or has been running, in ms. */
  elapsedMs?: number;
  /** The response in which nobody could read it. */
  unread?: UnreadResponse;
}

/**
 * What is known of the replies of a session beside their turns. How long those of this window took is measured with the
 * monotonic clock; of others only the times of day are known.
 */
export class ReplyFacts {
  readonly #clock: Pick<ChatSessionDeps, 'now' | 'monotonic'>;
  readonly #measured = new Map<string, { begunAt: number; endedAt?: number }>();
  readonly #unread = new Map<string, UnreadResponse>();

  constructor(clock: Pick<ChatSessionDeps, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  begin(turnId: string): void {
    this.#measured.set(turnId, { begunAt: this.#clock.monotonic() });
  }

  /** @param event the last one of the reply */
  end(turnId: string, event: ReplyEvent): void {
    if (event.type === 'failed' && event.unread !== undefined) {
      this.#unread.set(turnId, event.unread);
    }
    const { begunAt } = this.#measured.get(turnId) ?? {};
    if (begunAt !== undefined) {
      this.#measured.set(turnId, { begunAt, endedAt: this.#clock.monotonic() });
    }
  }

  readonly of = (turn: AssistantTurn): ReplyFact =>
    omitUndefined({ elapsedMs: this.elapsedMs(turn), unread: this.#unread.get(turn.id) });

  /** How long a reply took, or has been running, in ms; `undefined` if that is unknown. */
  elapsedMs(turn: AssistantTurn): number | undefined {
    const { begunAt, endedAt = this.#clock.monotonic() } = this.#measured.get(turn.id) ?? {};
    if (begunAt !== undefined) {
      return endedAt - begunAt;
    }
    const end = turn.endedAt ?? (isRunning(turn) ? this.#clock.now() : undefined);
    return end === undefined || end < turn.startedAt ? undefined : end - turn.startedAt;
  }

  /** What makes a retry of a reply the way that the user chose. @param service id of where it goes now */
  optionsOf(
    way: RetryWay,
    retried: AssistantTurn | undefined,
    service: string,
  ): Pick<ReplyRequest, 'waitMs' | 'turnsOffStreaming'> {
    if (way === 'withoutStreaming') {
      // Of another service, nobody knows yet whether its stream can be read.
      const isOff = retried?.failure?.kind === 'unreadableStream' && retried.sentTo?.includes(service);
      return isOff ? { turnsOffStreaming: true } : {};
    }
    return way === 'whenAllowed' && retried ? omitUndefined({ waitMs: this.retryAfterMs(retried) }) : {};
  }

  /** Time, in ms, until the service accepts a retry of a failed reply; `undefined` if it stated none. */
  retryAfterMs({ id, failure, endedAt }: AssistantTurn): number | undefined {
    const end = this.#measured.get(id)?.endedAt;
    if (failure?.retryAfterSeconds === undefined || endedAt === undefined) {
      return undefined;
    }
    const passed = end === undefined ? this.#clock.now() - endedAt : this.#clock.monotonic() - end;
    return Math.max(0, failure.retryAfterSeconds * 1000 - Math.max(0, passed));
  }
}
