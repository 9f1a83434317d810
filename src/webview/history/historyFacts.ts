import { visibleText } from '../../core/visibleText.ts';
import type { ConversationRow } from '../../protocol/historyViews.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { element } from '../dom.ts';
import { fill, formatCount, formatDayOrTime } from '../format.ts';

/**
 * What stands under the title of a conversation: its model, how long it is, and when something was last said in it.
 * Where there is not room for all of it, it is the beginning that is cut.
 */
export function conversationFacts(
  row: ConversationRow,
  isShown: boolean,
  strings: PanelStrings,
): HTMLElement {
  const long = [
    row.damagedTurns === undefined
      ? undefined
      : fill(strings.damaged, Math.max(0, row.turns - row.damagedTurns), row.turns),
    row.isNewer ? strings.newerFormat : undefined,
    row.elsewhere,
    isWhole(row) ? row.model : undefined,
  ];
  const short = [
    row.hasDraft ? strings.draft : undefined,
    isWhole(row) ? countOf(row.turns, strings.oneTurn, strings.turns) : undefined,
    row.daysLeft === undefined
      ? row.isRunning
        ? strings.replying
        : formatDayOrTime(row.changedAt)
      : countOf(row.daysLeft, strings.oneDayLeft, strings.daysLeft),
    isShown ? strings.shown : undefined,
  ];
  const text = [long, short].map((facts) => facts.filter((fact) => fact !== undefined && fact !== ''));
  const [before = '', after = ''] = text.map((facts) => visibleText(facts.join(' · ')));
  return element(
    'div',
    'row-facts',
    element('span', 'row-facts-long', before),
    element('span', 'row-facts-short', before === '' ? after : ` · ${after}`),
  );
}

function isWhole({ damagedTurns, isNewer }: ConversationRow): boolean {
  return damagedTurns === undefined && !isNewer;
}

/** A count in words, such as "1 turn" or "1,200 turns". */
export function countOf(count: number, one: string, many: string): string {
  return count === 1 ? one : fill(many, formatCount(count));
}
