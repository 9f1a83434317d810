import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConversationSummary } from '../../../../src/core/history/records/storedConversation.ts';
import { conversationRows, type SessionSummary } from '../../../../src/vscode/history/conversationRows.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = 1_800_000_000_000;
const HERE = { id: 'file:///here', name: 'here' };

function summary(id: string, more: Partial<ConversationSummary> = {}): ConversationSummary {
  return {
    id,
    title: `About ${id}`,
    pinned: false,
    turns: 2,
    questions: 1,
    createdAt: NOW - DAY_MS,
    changedAt: NOW - DAY_MS,
    workspace: HERE,
    isNewer: false,
    ...more,
  };
}

const { workspace: _, ...NOWHERE } = summary('nowhere');

const OPEN: SessionSummary = {
  id: 'open',
  title: 'Just asked',
  turns: 1,
  questions: 1,
  changedAt: NOW,
  isRunning: true,
};

function rowsOf(summaries: ConversationSummary[], sessions: SessionSummary[] = [], workspace?: string) {
  const rows = conversationRows(summaries, { sessions, workspaceId: workspace ?? HERE.id, now: NOW });
  return new Map(rows.map((row) => [row.id, row]));
}

test('only a conversation of another workspace has a workspace name', () => {
  const rows = rowsOf([
    summary('own'),
    summary('other', { workspace: { id: 'file:///there', name: 'there' } }),
    NOWHERE,
  ]);
  assert.deepEqual(
    [...rows.values()].map(({ otherWorkspace }) => otherWorkspace),
    [undefined, 'there', ''],
  );
});

test('without an open folder, a conversation that was started without one has no workspace name', () => {
  const rows = conversationRows([NOWHERE, summary('own')], {
    sessions: [],
    workspaceId: undefined,
    now: NOW,
  });
  assert.deepEqual(
    rows.map(({ otherWorkspace }) => otherWorkspace),
    [undefined, 'here'],
  );
});

test('a conversation in the trash has the number of days left, at least 0', () => {
  const rows = rowsOf([
    summary('today', { trashedAt: NOW - 1000 }),
    summary('old', { trashedAt: NOW - 29.5 * DAY_MS }),
    summary('overdue', { trashedAt: NOW - 40 * DAY_MS }),
  ]);
  assert.deepEqual(
    [...rows.values()].map(({ daysLeft }) => daysLeft),
    [30, 1, 0],
  );
});

test('a conversation in memory is listed once and marked as running', () => {
  const rows = rowsOf([summary('stored')], [OPEN, { ...OPEN, id: 'stored' }]);
  assert.deepEqual([...rows.keys()].sort(), ['open', 'stored']);
  assert.deepEqual(
    [rows.get('open')?.isRunning, rows.get('stored')?.isRunning, rows.get('stored')?.title],
    [true, true, 'About stored'],
  );
});

test('a conversation without turns is not listed unless it is damaged', () => {
  const rows = rowsOf([summary('empty', { turns: 0 }), summary('broken', { turns: 0, damagedTurns: 0 })]);
  assert.deepEqual([...rows.keys()], ['broken']);
  assert.equal(rows.get('broken')?.damagedTurns, 0);
});
