import { defined } from '../../base/defined.ts';
import { type AssistantTurn, isRunning, type Turn } from '../conversation/conversation.ts';
import type { StoredConversation } from './records/storedConversation.ts';

/** A window that writes a reply says so every 2 s at least; one that was silent for so long is gone. ms */
export const SILENCE_OF_THE_DEAD = 10_000;

interface Seen {
  /** When something was last written of it, by the clock of whoever wrote it. */
  sign: number;
  /** When it was seen to grow, in ms since 1970, where it was. */
  grewAt?: number;
}

/**
 * Tells replies that run in another window from those that were broken off with theirs: in the files both are without
 * an end, but only the first kind is seen to grow.
 */
export class RepliesElsewhere {
  #seen = new Map<string, Seen>();

  /**
   * The turns of a stored conversation as they are to be shown.
   *
   * @param isOwn whether this window runs the reply of that id
   * @param now ms since 1970
   */
  shown(
    { turns, open, signsOfLife }: StoredConversation,
    isOwn: (id: string) => boolean,
    now: number,
  ): Turn[] {
    const seen = new Map<string, Seen>();
    const shown = turns.map((turn) => {
      if (turn.kind === 'user' || isOwn(turn.id) || !(open.includes(turn.id) || isRunning(turn))) {
        return turn;
      }
      const before = this.#seen.get(turn.id);
      const sign = signsOfLife?.get(turn.id) ?? 0;
      const grewAt = before !== undefined && sign > before.sign ? now : before?.grewAt;
      seen.set(turn.id, { sign, ...defined({ grewAt }) });
      return grewAt !== undefined && now - grewAt < SILENCE_OF_THE_DEAD ? elsewhere(turn) : brokenOff(turn);
    });
    this.#seen = seen;
    return shown;
  }
}

function elsewhere(turn: AssistantTurn): AssistantTurn {
  return { ...turn, status: turn.text === '' ? 'waiting' : 'streaming', isElsewhere: true };
}

function brokenOff(turn: AssistantTurn): AssistantTurn {
  return { ...turn, status: 'interrupted' };
}
