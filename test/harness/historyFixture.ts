import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Attachment } from '../../src/core/attachments/attachment.ts';
import { createHistory } from '../../src/core/history/createHistory.ts';
import type { HistoryFiles } from '../../src/core/history/files/historyFiles.ts';
import type { History } from '../../src/core/history/history.ts';
import type { ConversationChange, ReplyState } from '../../src/core/history/records/record.ts';
import type { StoredConversation } from '../../src/core/history/records/storedConversation.ts';
import type { SegmentFileSystem } from '../../src/vscode/history/files/atomicSegments.ts';
import { createSegmentedHistoryFiles } from '../../src/vscode/history/files/segmentedHistoryFiles.ts';
import { createHistoryFilesOnDisk } from '../../src/vscode/node/historyFilesOnDisk.ts';
import { folderUri } from '../support/memoryFileSystem.ts';

/** Ids of the fixture's conversations by purpose. */
export const CONVERSATIONS = {
  everything: 'c0000000-0000-4000-8000-000000000001',
  twoWriters: 'c0000000-0000-4000-8000-000000000002',
  damaged: 'c0000000-0000-4000-8000-000000000003',
  trashed: 'c0000000-0000-4000-8000-000000000004',
} as const;

const WRITERS = {
  one: 'a0000000-0000-4000-8000-000000000001',
  other: 'a0000000-0000-4000-8000-000000000002',
} as const;

const START_TIME = Date.UTC(2026, 10, 21, 12);

const ATTACHMENT: Attachment = {
  id: 'attachment',
  kind: 'selection',
  path: 'src/duration.ts',
  languageId: 'typescript',
  startLine: 3,
  endLine: 4,
  text: 'const µs = 1;\r\nreturn µs;\n',
};

/** A failed reply with every field that a failure can have. */
const FAILED: Partial<ReplyState> = {
  status: 'failed',
  failure: {
    kind: 'rateLimited',
    status: 429,
    host: 'chat.example:8443',
    detail: 'Too many requests',
    retryAfterSeconds: 90,
    limitSeconds: 60,
    exchange: {
      method: 'POST',
      path: '/chat',
      attempt: 2,
      status: 429,
      requestId: 'req-1',
      sentBytes: 300,
      receivedBytes: 40,
      startedAt: START_TIME,
      headMs: 12,
      totalMs: 13,
    },
  },
};

function state(more: Partial<ReplyState> = {}): ReplyState {
  return { model: 'assistant-haiku', status: 'waiting', startedAt: START_TIME, ...more };
}

function question(
  id: string,
  after: string | null,
  more: { attachments?: Attachment[] } = {},
): ConversationChange {
  const turn = {
    kind: 'user',
    id,
    text: `What is ${id}?`,
    attachments: [],
    at: START_TIME,
    ...more,
  } as const;
  return { type: 'question', turn, after };
}

function answered(id: string, after: string, end: Partial<ReplyState>): ConversationChange[] {
  return [
    { type: 'reply', id, after, state: state() },
    { type: 'text', turn: id, offset: 0, text: `It is ${id}.` },
    { type: 'state', turn: id, state: state({ endedAt: START_TIME + 1000, ...end }) },
  ];
}

/** A stored conversation without the fields that were added after version 1, and what isn’t stored. */
export type FixtureConversation = Omit<StoredConversation, 'recordCounts' | 'removedTurns' | 'isOnlyHere'>;

/** Reads all conversations of a history folder with the current version. */
export async function readHistoryFolder(folder: string): Promise<FixtureConversation[]> {
  const history = open(folder, 'reader');
  const ids = (await history.list()).map(({ id }) => id).sort();
  const conversations = await Promise.all(ids.map((id) => history.open(id)));
  await history.dispose();
  return conversations
    .filter((conversation) => conversation !== undefined)
    .map(
      ({ recordCounts: _signs, removedTurns: _removed, isOnlyHere: _only, ...conversation }) => conversation,
    );
}

/**
 * Writes a history folder with the current version: records of every kind, a conversation of two windows, one with a
 * damaged file, and one in the trash.
 *
 * @param folder must not exist: fixtures of released versions never change
 */
export async function writeHistoryFixture(folder: string): Promise<void> {
  const one = open(folder, WRITERS.one);
  const other = open(folder, WRITERS.other);
  await writeEverything(one);
  await writeWithTwo(one, other);
  await one.write(CONVERSATIONS.damaged, [
    { type: 'begin' },
    question('q1', null),
    ...answered('r1', 'q1', { status: 'finished' }),
    question('q2', 'r1'),
    ...answered('r2', 'q2', { status: 'finished' }),
  ]);
  await one.write(CONVERSATIONS.trashed, [
    { type: 'begin', copyOf: CONVERSATIONS.everything },
    question('q1', null),
    { type: 'trash', trashed: true },
  ]);
  await Promise.all([one.dispose(), other.dispose()]);
  await damage(folder);
}

async function writeEverything(history: History): Promise<void> {
  const write = (...changes: ConversationChange[]): Promise<void> =>
    history.write(CONVERSATIONS.everything, changes, true);
  await write(
    { type: 'begin', workspace: { id: 'file:///home/user/sample', name: 'sample' } },
    { type: 'model', model: 'assistant-haiku' },
    question('q1', null, { attachments: [ATTACHMENT] }),
    { type: 'reply', id: 'r1', after: 'q1', state: state() },
  );
  await write(
    { type: 'text', turn: 'r1', offset: 0, text: 'Half of a sign: \ud83d' },
    { type: 'text', turn: 'r1', offset: 17, text: '\udded and code:\n' },
    { type: 'pulse', turn: 'r1' },
    { type: 'text', turn: 'r1', offset: 29, text: '\n```ts\nx\n```\n' },
    {
      type: 'state',
      turn: 'r1',
      state: state({
        status: 'finished',
        endedAt: START_TIME + 2000,
        usage: { inputTokens: 10, outputTokens: 20 },
        earlierUsage: { inputTokens: 1 },
        leftOut: ['tool_use'],
        maxTokens: 4000,
      }),
    },
  );
  await write(...answered('r1b', 'r1', { status: 'stopped', alternativeTo: 'r1' }));
  await write(question('q2', 'r1b'), ...answered('r2', 'q2', FAILED));
  await write(question('q3', 'r2'), ...answered('r3', 'q3', { status: 'cutAtLimit', maxTokens: 5 }));
  await write(question('gone', 'r3'), question('back', 'gone'));
  await write({ type: 'remove', turns: ['gone', 'back'] }, { type: 'restore', turns: ['back'] });
  await write(
    { type: 'title', title: 'Everything at once' },
    { type: 'pin', pinned: true },
    { type: 'model', model: 'assistant-opus' },
    { type: 'trash', trashed: true },
    { type: 'trash', trashed: false },
    { type: 'reply', id: 'open', after: 'back', state: state({ status: 'streaming' }) },
    { type: 'text', turn: 'open', offset: 0, text: 'It has no end' },
  );
}

/** Both writers continue the same reply, and then ask a question after it. */
async function writeWithTwo(one: History, other: History): Promise<void> {
  const id = CONVERSATIONS.twoWriters;
  await one.write(id, [
    { type: 'begin' },
    question('q1', null),
    ...answered('r1', 'q1', { status: 'stopped' }),
  ]);
  await other.open(id);
  const continueReply = (text: string): ConversationChange[] => [
    { type: 'state', turn: 'r1', state: state({ status: 'streaming' }) },
    { type: 'text', turn: 'r1', offset: 'It is r1.'.length, text },
    { type: 'state', turn: 'r1', state: state({ status: 'finished', endedAt: START_TIME + 3000 }) },
  ];
  await one.write(id, [...continueReply(' So says one.'), question('q2-one', 'r1')]);
  await other.write(id, [...continueReply(' So says the other.'), question('q2-other', 'r1')]);
}

/** Changes one byte of the first reply's text and truncates the last record. */
async function damage(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.startsWith(CONVERSATIONS.damaged)).sort();
  for (const name of files) {
    const bytes = await readFile(join(folder, name));
    const at = bytes.indexOf('It is r1');
    if (at !== -1) {
      bytes[at] = 0xff;
    }
    await writeFile(join(folder, name), name === files.at(-1) ? bytes.subarray(0, -9) : bytes);
  }
}

/** Returns the store for a folder: as in a browser if its name ends with `-web`, otherwise on disk. */
export function filesOf(folder: string, writer: string): HistoryFiles {
  return folder.endsWith('-web')
    ? createSegmentedHistoryFiles(DISK_FILE_SYSTEM, folderUri(folder), writer)
    : createHistoryFilesOnDisk(folder, writer);
}

/** Uses a clock that only advances when it is read. */
function open(folder: string, writer: string): History {
  let now = START_TIME;
  const clock = { now: () => now++, monotonic: () => now, schedule: () => () => undefined };
  return createHistory(filesOf(folder, writer), { writer, clock });
}

const [FILE, FOLDER] = [1, 2];

/** The disk as `vscode.workspace.fs` provides it. */
const DISK_FILE_SYSTEM: SegmentFileSystem = {
  stat: ({ path }) =>
    withFileSystemErrors(async () => {
      const { size, mtimeMs } = await stat(path);
      return { type: FILE, ctime: mtimeMs, mtime: mtimeMs, size };
    }),
  readDirectory: ({ path }) =>
    withFileSystemErrors(async () => {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.map((entry): [string, number] => [entry.name, entry.isFile() ? FILE : FOLDER]);
    }),
  readFile: ({ path }) => withFileSystemErrors(() => readFile(path)),
  writeFile: ({ path }, bytes) =>
    withFileSystemErrors(async () => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    }),
  delete: ({ path }) => withFileSystemErrors(() => rm(path)),
};

async function withFileSystemErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isMissing ? Object.assign(new Error('FileNotFound'), { code: 'FileNotFound' }) : error;
  }
}
