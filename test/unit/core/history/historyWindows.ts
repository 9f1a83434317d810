import assert from 'node:assert/strict';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import type { ChatSessionDeps } from '../../../../src/core/asking/chatSessionDeps.ts';
import { Conversations } from '../../../../src/core/asking/conversations.ts';
import { createHistory } from '../../../../src/core/history/createHistory.ts';
import type { History } from '../../../../src/core/history/history.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';
import { committed } from '../../../support/committed.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { inWords, said } from '../support.ts';

export const QUESTION = committed({ text: 'Why?', attachments: [], model: 'assistant-haiku' });

/** A window with its own run of the extension, on a folder that other windows may share. */
export interface Window {
  conversations: Conversations;
  history: History;
  /** The events of the current conversation, in short words. */
  events: string[];
  /** Number of requests for a reply. */
  requests: number;
  /** The next replies, in order. After them, each reply is "Because." */
  replies: AsyncIterable<ReplyEvent>[];
}

/** What the user of all windows has redacted. */
export const SECRET = 'Tr7yLq2';

/** The clock of all windows. */
export const CLOCK = { now: (): number => Date.now(), monotonic: (): number => performance.now() };

let windows = 0;
const open: Window[] = [];

/** Call after each test: timers of open windows keep the process alive. */
export function closeWindows(): void {
  for (const { conversations } of open.splice(0)) {
    conversations.dispose();
  }
}

/** @param reply replaces `replies` */
export function openWindow(folder: MemoryFolder, reply?: ChatSessionDeps['fetchReply']): Window {
  const writer = `w${windows + 1}`;
  const files = folder.as(writer);
  void files.claim(`window-${writer}`);
  return openWindowOn(createHistory(files, { writer }), reply);
}

/** Opens a window on any history. */
export function openWindowOn(history: History, reply?: ChatSessionDeps['fetchReply']): Window {
  const name = `w${++windows}`;
  const events: string[] = [];
  const replies: AsyncIterable<ReplyEvent>[] = [];
  let ids = 0;
  const window = { history, events, replies, requests: 0 };
  const conversations = new Conversations({
    fetchReply: (...request) => {
      window.requests++;
      return reply?.(...request) ?? replies.shift() ?? said('Because', '.');
    },
    now: () => CLOCK.now(),
    monotonic: () => CLOCK.monotonic(),
    newId: () => `${name}-${++ids}`,
    history,
    workspace: () => ({ id: 'file:///project', name: 'project' }),
    redactor: async () => (text) => text.replaceAll(SECRET, '[redacted]'),
  });
  conversations.onEvent((event) => {
    if (event.type !== 'changed') {
      events.push(inWords(event));
    }
  });
  const opened: Window = Object.assign(window, { conversations });
  open.push(opened);
  return opened;
}

/** Reads a conversation as a newly opened window does. */
export function onDisk(folder: MemoryFolder, id: string): Promise<StoredConversation | undefined> {
  const name = `w${++windows}`;
  return createHistory(folder.as(name), { writer: name }).open(id);
}

export function texts({ conversations }: Window): string[] {
  return conversations.current.conversation.turns.map(({ text }) => text);
}

/** Polls a condition that no promise reports. Never times out: the timeout of the test applies. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Opens two windows that show the same conversation of one exchange. */
export async function twoWindows(): Promise<{
  folder: MemoryFolder;
  one: Window;
  other: Window;
  id: string;
}> {
  const folder = new MemoryFolder();
  const one = openWindow(folder);
  await one.conversations.current.ask(QUESTION);
  await one.conversations.flush();
  const { id } = one.conversations.current.conversation;
  const other = openWindow(folder);
  assert.equal(await other.conversations.show(id), true);
  one.events.length = 0;
  other.events.length = 0;
  return { folder, one, other, id };
}
