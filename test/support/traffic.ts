import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { StoredConversation } from '../../src/core/history/records/storedConversation.ts';

/** What a writer has been told to be written, or is about to do. */
export type Acknowledged =
  /** The ids of a question and of the reply that was begun to it, and how much of that. */
  | { type: 'asked'; conversation: string; question: string; reply?: string; text: string; isEnd: boolean }
  | { type: 'titled'; conversation: string; title: string }
  /** It may be gone from now on. */
  | { type: 'removing'; conversation: string; turn: string }
  | { type: 'removed'; conversation: string; turn: string };

export interface TrafficOptions {
  /** What `trafficProcess.ts` became. */
  script: string;
  folder: string;
  writers: number;
  conversations: number;
  /** So many things are done in all: asked, changed or killed. */
  rounds: number;
}

export interface Traffic {
  acknowledged: readonly Acknowledged[];
  kills: number;
}

/** Several processes write at random, one or another of them is killed at any moment, and another comes in its place. */
export async function runTraffic(options: TrafficOptions): Promise<Traffic> {
  const acknowledged: Acknowledged[] = [];
  let rounds = 0;
  let kills = 0;

  async function runWriter(): Promise<void> {
    while (rounds < options.rounds) {
      const child = spawn(process.execPath, [options.script, options.folder, String(options.conversations)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise<NodeJS.Signals | null>((resolve) =>
        child.once('close', (_, signal) => resolve(signal)),
      );
      // Not between two of its steps alone, but at any moment of one.
      const lines = randomInt(2, 60);
      let seen = 0;
      for await (const line of createInterface({ input: stdoutOf(child) })) {
        const one = JSON.parse(line) as Acknowledged;
        acknowledged.push(one);
        rounds += isRound(one) ? 1 : 0;
        seen += 1;
        if (seen >= lines || rounds >= options.rounds) {
          setTimeout(() => child.kill('SIGKILL'), randomInt(5));
        }
      }
      if ((await ended) !== 'SIGKILL') {
        throw new Error('A writer ended by itself');
      }
      kills += 1;
      rounds += 1;
    }
  }

  await Promise.all(Array.from({ length: options.writers }, runWriter));
  return { acknowledged, kills };
}

/** Whether with it a thing is done. */
export function isRound(one: Acknowledged): boolean {
  return one.type === 'titled' || one.type === 'removed' || (one.type === 'asked' && one.isEnd);
}

function stdoutOf({ stdout }: ChildProcess): NodeJS.ReadableStream {
  if (stdout === null) {
    throw new Error('It has no output');
  }
  return stdout;
}

/** What is not there of all that was acknowledged, or is there twice; as a sentence each. */
export function problemsIn(
  acknowledged: readonly Acknowledged[],
  conversations: ReadonlyMap<string, StoredConversation>,
): string[] {
  const removed = new Set(acknowledged.flatMap((one) => (one.type === 'removing' ? [one.turn] : [])));
  const missing = acknowledged.flatMap((one) => {
    const conversation = conversations.get(one.conversation);
    return conversation === undefined
      ? [`There is no ${one.conversation}`]
      : problemsOf(one, conversation, removed);
  });
  const wrong = [...conversations.values()].flatMap(({ id, turns, damage }) => {
    const ids = turns.map((turn) => turn.id);
    return [
      ...(new Set(ids).size === ids.length ? [] : [`${id} has a turn twice`]),
      ...(damage !== undefined && damage.missingRecords > 0 ? [`${id} lacks records`] : []),
    ];
  });
  return [...missing, ...wrong];
}

function problemsOf(
  one: Acknowledged,
  { turns, title }: StoredConversation,
  removed: ReadonlySet<string>,
): string[] {
  const find = (id: string) => turns.find((turn) => turn.id === id);
  switch (one.type) {
    case 'titled':
      return title === undefined ? ['A title is gone'] : [];
    case 'removing':
      return [];
    case 'removed':
      return find(one.turn) === undefined ? [] : [`${one.turn} is back`];
    case 'asked': {
      const reply = one.reply === undefined ? undefined : find(one.reply);
      const isReply = reply?.kind === 'assistant';
      const isExpected = (id: string | undefined) => id !== undefined && !removed.has(id);
      return [
        ...(isExpected(one.question) && find(one.question) === undefined ? [`${one.question} is lost`] : []),
        ...(isExpected(one.reply) && !isReply ? [`The reply to ${one.question} is lost`] : []),
        ...(isReply && !reply.text.startsWith(one.text) ? [`Text of ${one.question} is lost`] : []),
        ...(isReply && one.isEnd && (reply.status !== 'finished' || reply.text !== one.text)
          ? [`The end of ${one.question} is lost`]
          : []),
      ];
    }
  }
}
