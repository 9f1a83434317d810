import { createHistory } from '../../src/core/history/createHistory.ts';
import { SYSTEM_CLOCK } from '../../src/core/history/files/historyClock.ts';
import type { HistoryFiles } from '../../src/core/history/files/historyFiles.ts';
import type { History } from '../../src/core/history/history.ts';
import type { ConversationChange, ReplyState } from '../../src/core/history/records/record.ts';
import type { StoredConversation } from '../../src/core/history/records/storedConversation.ts';
import { MemoryFolder } from './memoryHistoryFiles.ts';

/** Changes that the chat writes in one call. */
interface Step {
  changes: readonly ConversationChange[];
  durable: boolean;
}

export const CONVERSATION = 'c1';
export const WRITER = 'w1';

function running(status: ReplyState['status']): ReplyState {
  return { model: 'fast', status, startedAt: 2 };
}

/** A question and its reply, in the steps in which the chat writes them. */
export function exchange(name: string, after: string | null, pieces: readonly string[]): readonly Step[] {
  const turn = { kind: 'user', id: name, text: `What is ${name}?`, attachments: [], at: 1 } as const;
  const reply = `${name}-reply`;
  let offset = 0;
  return [
    { changes: [{ type: 'question', turn, after }], durable: true },
    { changes: [{ type: 'reply', id: reply, state: running('waiting'), after: name }], durable: false },
    ...pieces.map((text): Step => {
      offset += text.length;
      const changes = [{ type: 'text', turn: reply, offset: offset - text.length, text }] as const;
      return { changes, durable: false };
    }),
    {
      changes: [{ type: 'state', turn: reply, state: { ...running('finished'), endedAt: 9 } }],
      durable: true,
    },
  ];
}

/** A conversation as the chat writes it, with every kind of change. */
const SCRIPT: readonly Step[] = [
  { changes: [{ type: 'begin' }, { type: 'model', model: 'fast' }], durable: false },
  ...exchange('q1', null, ['A piece. ', 'Another one. ', 'The end of it.']),
  { changes: [{ type: 'title', title: 'Of questions' }], durable: false },
  { changes: [{ type: 'pin', pinned: true }], durable: false },
  ...exchange('q2', 'q1-reply', ['Ünïcödé 😀, ', 'and more.']),
  { changes: [{ type: 'remove', turns: ['q2', 'q2-reply'] }], durable: true },
  { changes: [{ type: 'restore', turns: ['q2-reply'] }], durable: true },
  ...exchange('q3', 'q2-reply', ['x'.repeat(5000)]),
];

/** Fixed, so that conversations can be compared as a whole. */
const CLOCK = { ...SYSTEM_CLOCK, now: () => 1000 };

export function openScripted(files: HistoryFiles): History {
  // There is no other writer, and watching would add calls.
  return createHistory({ ...files, watch: () => () => undefined }, { writer: WRITER, clock: CLOCK });
}

/**
 * Writes the script. Like the chat, continues after failures.
 *
 * @param acknowledge called with the total number of records whenever they are acknowledged as written
 */
export async function play(history: History, acknowledge: (records: number) => void): Promise<void> {
  let records = 0;
  for (const { changes, durable } of SCRIPT) {
    await history.write(CONVERSATION, changes, durable);
    records += changes.length;
    if (history.state.isSaving) {
      acknowledge(records);
    }
  }
}

/** Returns the conversation as read after each number of the script's records, from 0. */
export async function expectedReadings(): Promise<(StoredConversation | undefined)[]> {
  const history = openScripted(new MemoryFolder().as(WRITER));
  const readings = [await history.open(CONVERSATION)];
  for (const change of SCRIPT.flatMap(({ changes }) => changes)) {
    await history.write(CONVERSATION, [change]);
    readings.push(await history.open(CONVERSATION));
  }
  await history.dispose();
  return readings;
}
