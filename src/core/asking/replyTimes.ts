import { type AssistantTurn, isRunning } from '../conversation/conversation.ts';
import type { ChatSessionDeps } from './chatSessionDeps.ts';

/**
 * How long the replies of a session took. Those of this window are measured with the monotonic clock; of others only the
 * times of day are known.
 */
export class ReplyTimes {
  readonly #clock: Pick<ChatSessionDeps, 'now' | 'monotonic'>;
  readonly #measured = new Map<string, { begunAt: number; endedAt?: number }>();

  constructor(clock: Pick<ChatSessionDeps, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  begin(turnId: string): void {
    this.#measured.set(turnId, { begunAt: this.#clock.monotonic() });
  }

  end(turnId: string): void {
    const { begunAt } = this.#measured.get(turnId) ?? {};
    if (begunAt !== undefined) {
      this.#measured.set(turnId, { begunAt, endedAt: this.#clock.monotonic() });
    }
  }

  /** How long a reply took, or has been running, in ms; `undefined` if that is unknown. */
  readonly elapsedMs = (turn: AssistantTurn): number | undefined => {
    const { begunAt, endedAt = this.#clock.monotonic() } = this.#measured.get(turn.id) ?? {};
    if (begunAt !== undefined) {
      return endedAt - begunAt;
    }
    const end = turn.endedAt ?? (isRunning(turn) ? this.#clock.now() : undefined);
    return end === undefined || end < turn.startedAt ? undefined : end - turn.startedAt;
  };

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
