import { visibleText } from '../core/visibleText.ts';
import type { ConversationRow } from '../protocol/historyViews.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import { fill, formatCount, formatDayOrTime } from './format.ts';

/** What stands under the title of a conversation: its model, how long it is, and when something was last said in it. */
export function conversationFacts(row: ConversationRow, isShown: boolean, strings: PanelStrings): string {
  const facts = [
    row.damagedTurns === undefined
      ? undefined
      : fill(strings.damaged, Math.max(0, row.turns - row.damagedTurns), row.turns),
    row.isNewer ? strings.newerFormat : undefined,
    row.elsewhere,
    row.model,
    row.damagedTurns === undefined ? countOf(row.turns, strings.oneTurn, strings.turns) : undefined,
    row.daysLeft === undefined
      ? row.isRunning
        ? strings.replying
        : formatDayOrTime(row.changedAt)
      : countOf(row.daysLeft, strings.oneDayLeft, strings.daysLeft),
    isShown ? strings.shown : undefined,
  ];
  return visibleText(facts.filter((fact) => fact !== undefined && fact !== '').join(' · '));
}

/** A count in words, such as "1 turn" or "1,200 turns". */
export function countOf(count: number, one: string, many: string): string {
  return count === 1 ? one : fill(many, formatCount(count));
}
