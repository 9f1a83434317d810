import { mkdir, writeFile } from 'node:fs/promises';
import type { UserTurn } from '../../../src/core/conversation/conversation.ts';
import type { ConversationChange, ReplyState } from '../../../src/core/history/records/record.ts';
import { encodeRecord } from '../../../src/core/history/records/recordLine.ts';
import { PIECES, QUESTION_CHARS, REPLY_CHARS, sampleText, seededRandom, wordOf } from './sampleText.ts';

export const TURNS = 50;

/** Size of a folder, in bytes. */
export interface FolderSize {
  files: number;
  /** Text of questions and replies alone, as UTF-8. */
  text: number;
}

export function conversationId(index: number): string {
  return `conversation-${index}`;
}

/** Writes conversations as an earlier run would have left them. */
export async function writeFolder(folder: string, conversations: number): Promise<FolderSize> {
  await mkdir(folder, { recursive: true });
  const size = { files: 0, text: 0 };
  for (let index = 0; index < conversations; index += 1) {
    const changes = conversation(index, TURNS);
    const at = 1_700_000_000_000 + index * 100_000;
    const lines = changes.map((change, n) =>
      encodeRecord({ v: 1, w: 'earlier', n: n + 1, at: at + n, ...change }),
    );
    const bytes = Buffer.concat(lines);
    await writeFile(`${folder}/${conversationId(index)}~earlier.jsonl`, bytes);
    size.files += bytes.length;
    size.text += textOf(changes);
  }
  return size;
}

/** Creates all changes of a conversation of `turns` turns. */
export function conversation(index: number, turns: number): readonly ConversationChange[] {
  const random = seededRandom(index + 1);
  const changes: ConversationChange[] = [
    { type: 'begin', workspace: { id: 'file:///project', name: 'project' } },
  ];
  for (let turn = 0; turn < turns; turn += 2) {
    changes.push(question(turn, random), ...reply(turn + 1, random, turn === 24 ? wordOf(index) : ''));
  }
  return changes;
}

export function question(turn: number, random: () => number): ConversationChange {
  const userTurn: UserTurn = {
    kind: 'user',
    id: turnId(turn),
    text: sampleText(QUESTION_CHARS, random),
    attachments: [],
    at: 1_700_000_000_000,
  };
  return { type: 'question', turn: userTurn, after: turn === 0 ? null : turnId(turn - 1) };
}

/** Creates the changes of a reply as written while it streams: its start, its text in parts, its end. */
export function reply(turn: number, random: () => number, firstWords = ''): readonly ConversationChange[] {
  const id = turnId(turn);
  const text = (firstWords + sampleText(REPLY_CHARS, random)).slice(0, REPLY_CHARS);
  const state: ReplyState = { model: 'assistant-haiku', status: 'streaming', startedAt: 1_700_000_000_000 };
  const piece = REPLY_CHARS / PIECES;
  return [
    { type: 'reply', id, state: { ...state, status: 'waiting' }, after: turnId(turn - 1) },
    ...Array.from({ length: PIECES }, (_, index): ConversationChange => {
      const offset = index * piece;
      return { type: 'text', turn: id, offset, text: text.slice(offset, offset + piece) };
    }),
    {
      type: 'state',
      turn: id,
      state: {
        ...state,
        status: 'finished',
        usage: { inputTokens: 800, outputTokens: 450 },
        endedAt: 1_700_000_004_000,
      },
    },
  ];
}

function turnId(turn: number): string {
  return `0f8fad5b-d9cb-469f-a165-${String(turn).padStart(12, '0')}`;
}

function textOf(changes: readonly ConversationChange[]): number {
  return changes.reduce((sum, change) => {
    const text = change.type === 'question' ? change.turn.text : change.type === 'text' ? change.text : '';
    return sum + Buffer.byteLength(text);
  }, 0);
}
