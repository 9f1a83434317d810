import type { ConversationRow } from '../protocol/historyViews.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import { formatMonth } from './format.ts';
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
  const groups = new Map<string, ConversationRow[]>([[strings.pinned, []]]);
  const headingOf = timeHeading(strings, now);
  for (const row of rows.toSorted((one, other) => other.changedAt - one.changedAt)) {
    const heading = row.pinned ? strings.pinned : headingOf(row.changedAt);
    const group = groups.get(heading);
    if (group === undefined) {
      groups.set(heading, [row]);
    } else {
      group.push(row);
    }
  }
  return [...groups].filter(([, group]) => group.length > 0).map(([heading, items]) => ({ heading, items }));
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
  // To format a date takes far longer than to look at one.
  const months = new Map<number, string>();
  return (at) => {
    const recent = starts.find(([from]) => at >= from)?.[1];
    if (recent !== undefined) {
      return recent;
    }
    const day = new Date(at);
    const month = day.getFullYear() * 12 + day.getMonth();
    const heading = months.get(month) ?? formatMonth(at);
    months.set(month, heading);
    return heading;
  };
}
