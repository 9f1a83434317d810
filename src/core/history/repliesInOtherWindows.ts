import { omitUndefined } from '../../base/omitUndefined.ts';
import { type AssistantTurn, isRunning, type Turn } from '../conversation/conversation.ts';
import type { StoredConversation } from './records/storedConversation.ts';

/** A window that writes a reply says so every 2 s at least; one that was silent for so long is gone. ms */
export const HEARTBEAT_TIMEOUT_MS = 10_000;

interface ObservedReply {
  /** When something was last written of it, by the clock of whoever wrote it. */
  writtenAt: number;
  /** When it was seen to grow, in ms since 1970, where it was. */
  grewAt?: number;
}

/**
 * Tells replies that run in another window from those that were broken off with theirs: in the files both are without
 * an end, but only the first kind is seen to grow.
 */
export class RepliesInOtherWindows {
  #observed = new Map<string, ObservedReply>();

  /**
   * The turns of a stored conversation as they are to be shown.
   *
   * @param isOwn whether this window runs the reply of that id
   * @param now ms since 1970
   */
  turnsToShow(
    { turns, unfinishedReplies, lastWriteTimes }: StoredConversation,
    isOwn: (id: string) => boolean,
    now: number,
  ): Turn[] {
    const seen = new Map<string, ObservedReply>();
    const shown = turns.map((turn) => {
      if (
        turn.kind === 'user' ||
        isOwn(turn.id) ||
        !(unfinishedReplies.includes(turn.id) || isRunning(turn))
      ) {
        return turn;
      }
      const before = this.#observed.get(turn.id);
      const writtenAt = lastWriteTimes?.get(turn.id) ?? 0;
      const grewAt = before !== undefined && writtenAt > before.writtenAt ? now : before?.grewAt;
      seen.set(turn.id, { writtenAt, ...omitUndefined({ grewAt }) });
      return grewAt !== undefined && now - grewAt < HEARTBEAT_TIMEOUT_MS
        ? toRunningTurn(turn)
        : toInterruptedTurn(turn);
    });
    this.#observed = seen;
    return shown;
  }
}

function toRunningTurn(turn: AssistantTurn): AssistantTurn {
  return { ...turn, status: turn.text === '' ? 'waiting' : 'streaming', isInOtherWindow: true };
}

function toInterruptedTurn(turn: AssistantTurn): AssistantTurn {
  return { ...turn, status: 'interrupted' };
}
