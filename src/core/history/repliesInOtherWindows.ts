import { hasText } from '../../base/hasText.ts';
import { type AssistantTurn, isRunning, type Turn } from '../conversation/conversation.ts';
import type { StoredConversation } from './records/storedConversation.ts';

/**
 * A reply in another window counts as interrupted after this time without new records, in ms. A running reply writes
 * one at least every 2 s.
 */
export const HEARTBEAT_TIMEOUT_MS = 10_000;

/** The same for a reply that has not been seen to get any, so that one that was interrupted is soon known to be. */
export const FIRST_HEARTBEAT_TIMEOUT_MS = 5000;

interface ObservedReply {
  records: number;
  /** When it counts as interrupted if it gets no new records, in ms on the monotonic clock. */
  silentAt: number;
}

/**
 * Distinguishes replies that run in another window from replies that were interrupted when their window closed. On disk
 * neither has an end, but only a running reply gets new records. Their times don't matter: the clock may have been set.
 *
 * Until that is known, a reply is shown as running: nothing then offers to fetch it a second time.
 */
export class RepliesInOtherWindows {
  readonly #monotonic: () => number;
  #observed = new Map<string, ObservedReply>();
  #lookedAt = 0;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Time from the last look until a reply that runs counts as interrupted, in ms. `undefined` if none runs. */
  get silentInMs(): number | undefined {
    const silentAt = [...this.#observed.values()].map((reply) => reply.silentAt);
    const next = Math.min(...silentAt.filter((at) => at > this.#lookedAt));
    return Number.isFinite(next) ? next - this.#lookedAt : undefined;
  }

  /**
   * Returns the turns of a stored conversation with the status to show for unfinished replies.
   *
   * @param isOwn whether the reply with this id runs in this window
   */
  turnsToShow(
    { turns, unfinishedReplies, recordCounts, isOnlyHere = false }: StoredConversation,
    isOwn: (id: string) => boolean,
  ): Turn[] {
    const now = this.#monotonic();
    this.#lookedAt = now;
    const observed = new Map<string, ObservedReply>();
    const shown = turns.map((turn) => {
      if (
        turn.kind === 'user' ||
        isOwn(turn.id) ||
        !(unfinishedReplies.includes(turn.id) || isRunning(turn))
      ) {
        return turn;
      }
      const before = this.#observed.get(turn.id);
      const records = recordCounts?.get(turn.id) ?? 0;
      const silentAt =
        before === undefined
          ? now + (isOnlyHere ? 0 : FIRST_HEARTBEAT_TIMEOUT_MS)
          : records > before.records
            ? now + HEARTBEAT_TIMEOUT_MS
            : before.silentAt;
      observed.set(turn.id, { records, silentAt });
      return now < silentAt ? toRunningTurn(turn) : toInterruptedTurn(turn);
    });
    this.#observed = observed;
    return shown;
  }
}

function toRunningTurn(turn: AssistantTurn): AssistantTurn {
  return { ...turn, status: hasText(turn.text) ? 'streaming' : 'waiting', isInOtherWindow: true };
}

/** A reply of which nothing more is expected from the other window. */
export function toInterruptedTurn({ isInOtherWindow: _, ...turn }: AssistantTurn): AssistantTurn {
  return { ...turn, status: 'interrupted' };
}
