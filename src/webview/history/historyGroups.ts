import type { ConversationRow } from '../../protocol/historyViews.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { formatMonth } from '../format.ts';
import type { RowGroup } from './windowedRows.ts';

/** So many days before today have no heading of their month yet. */
const RECENT_DAYS = 7;

/**
 * The conversations under their headings: the pinned ones, today, yesterday, the week before, and then month by month;
 * the latest first.
 * @param now ms since 1970
 */
export function groupByTime(
  rows: readonly ConversationRow[],
  strings: PanelStrings,
  now: number = Date.now(),
): RowGroup<ConversationRow>[] {
  const headingOf = timeHeading(strings, now);
  const sorted = rows.toSorted(
    (one, other) => Number(other.pinned) - Number(one.pinned) || other.changedAt - one.changedAt,
  );
  const groups = Map.groupBy(sorted, (row) => (row.pinned ? strings.pinned : headingOf(row.changedAt)));
  return [...groups].map(([heading, items]) => ({ heading, items }));
}

function timeHeading({ today, yesterday, recentDays }: PanelStrings, now: number): (at: number) => string {
  const startOfDay = (daysBefore: number): number => {
    const day = new Date(now);
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysBefore).getTime();
  };
  const starts: readonly [from: number, heading: string][] = [
    [startOfDay(0), today],
    [startOfDay(1), yesterday],
    [startOfDay(RECENT_DAYS), recentDays],
  ];
  return (at) => starts.find(([from]) => at >= from)?.[1] ?? formatMonth(at);
}
