import { omitUndefined } from '../../base/omitUndefined.ts';
import { type AssistantTurn, isRunning, type Turn } from '../conversation/conversation.ts';
import type { StoredConversation } from './records/storedConversation.ts';

/**
 * A reply in another window counts as interrupted after this time without new records, in ms. A running reply writes
 * one at least every 2 s.
 */
export const HEARTBEAT_TIMEOUT_MS = 10_000;

interface ObservedReply {
  records: number;
  /** When this window last saw new records, in ms on its monotonic clock. */
  grewAt?: number;
}

/**
 * Distinguishes replies that run in another window from replies that were interrupted when their window closed. On disk
 * neither has an end, but only a running reply gets new records. Their times don't matter: the clock may have been set.
 */
export class RepliesInOtherWindows {
  readonly #monotonic: () => number;
  #observed = new Map<string, ObservedReply>();

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /**
   * Returns the turns of a stored conversation with the status to show for unfinished replies.
   *
   * @param isOwn whether the reply with this id runs in this window
   */
  turnsToShow(
    { turns, unfinishedReplies, recordCounts }: StoredConversation,
    isOwn: (id: string) => boolean,
  ): Turn[] {
    const now = this.#monotonic();
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
      const grewAt = before !== undefined && records > before.records ? now : before?.grewAt;
      observed.set(turn.id, { records, ...omitUndefined({ grewAt }) });
      return grewAt !== undefined && now - grewAt < HEARTBEAT_TIMEOUT_MS
        ? toRunningTurn(turn)
        : toInterruptedTurn(turn);
    });
    this.#observed = observed;
    return shown;
  }
}

function toRunningTurn(turn: AssistantTurn): AssistantTurn {
  return { ...turn, status: turn.text === '' ? 'waiting' : 'streaming', isInOtherWindow: true };
}

function toInterruptedTurn(turn: AssistantTurn): AssistantTurn {
  return { ...turn, status: 'interrupted' };
}
