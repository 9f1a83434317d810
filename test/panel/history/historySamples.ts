import type { ConversationRow, HistoryView } from '../../../src/protocol/history.ts';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Noon today in local time, by whose days the list is grouped. In ms since the Unix epoch. */
export const NOON = new Date().setHours(12, 0, 0, 0);

export function conversation(title: string, more: Partial<ConversationRow> = {}): ConversationRow {
  return {
    id: title.slice(0, 40),
    title,
    pinned: false,
    model: 'assistant-sonnet-4',
    turns: 4,
    questions: 2,
    changedAt: NOON,
    isRunning: false,
    isNewer: false,
    ...more,
  };
}

/** Conversations in every state. */
export const ROWS: readonly ConversationRow[] = [
  conversation('Duration parser and its tests', { pinned: true, turns: 12, changedAt: NOON - 40 * DAY_MS }),
  conversation('Why NaN for “5 s”', { turns: 6, questions: 3 }),
  conversation('Write tests for the table', { isRunning: true, changedAt: NOON + 1000 }),
  conversation('Summarize the module', {
    model: 'assistant-opus-5',
    turns: 7,
    changedAt: NOON - HOUR_MS,
    hasDraft: true,
  }),
  conversation('Refactor the table of units', { turns: 6, damagedTurns: 2, changedAt: NOON - 2 * HOUR_MS }),
  conversation('Write a changelog entry', { model: 'assistant-haiku', turns: 2, changedAt: NOON - DAY_MS }),
  conversation('From the days to come', { isNewer: true, changedAt: NOON - DAY_MS - HOUR_MS }),
  conversation('لماذا تعيد هذه الدالة NaN؟', { changedAt: NOON - 3 * DAY_MS }),
  conversation(`A title that is far too long for any line ${'of any list '.repeat(10)}`, {
    changedAt: NOON - 4 * DAY_MS,
  }),
  conversation('Long ago', { changedAt: new Date(2026, 2, 4, 14, 2).getTime(), questions: 1 }),
  conversation('Of another house', { otherWorkspace: 'other-project', changedAt: NOON - HOUR_MS }),
  conversation('Deleted by mistake', { daysLeft: 29 }),
  conversation('Deleted long ago', { daysLeft: 1, changedAt: NOON - 29 * DAY_MS }),
];

export function history(more: Partial<HistoryView> = {}): ToPanel {
  return {
    type: 'history',
    history: { rows: [...ROWS], currentId: 'Why NaN for “5 s”', isSaved: true, ...more },
  };
}

export const SHOW_HISTORY: ToPanel = { type: 'showHistory', trash: false };

/** Search hits for "match". */
export const HITS: Extract<ToPanel, { type: 'searchHits' }>['hits'] = [
  {
    conversationId: 'Why NaN for “5 s”',
    titleRanges: [],
    turnId: 'reply-1',
    snippet: '…no space between the number and the unit, so match is null and match[1] is never read.',
    ranges: [
      [46, 51],
      [64, 69],
    ],
  },
  {
    conversationId: 'Of another house',
    titleRanges: [[3, 10]],
    turnId: 'reply-9',
    snippet: 'A <b>match</b> is struck.',
    ranges: [[5, 10]],
  },
];
