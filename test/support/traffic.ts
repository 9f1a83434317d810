import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { StoredConversation } from '../../src/core/history/records/storedConversation.ts';

/** A change that has been acknowledged to a writer, or that it is about to make. */
export type Acknowledged =
  /** Ids of a question and of its started reply, and the reply's text so far. */
  | { type: 'asked'; conversation: string; question: string; reply?: string; text: string; isEnd: boolean }
  | { type: 'titled'; conversation: string; title: string }
  /** The turn may be missing from now on. */
  | { type: 'removing'; conversation: string; turn: string }
  | { type: 'removed'; conversation: string; turn: string };

export interface TrafficOptions {
  /** The bundle of `trafficProcess.ts`. */
  script: string;
  folder: string;
  writers: number;
  conversations: number;
  /** Total number of questions, changes, and kills. */
  rounds: number;
}

export interface Traffic {
  acknowledged: readonly Acknowledged[];
  kills: number;
}

/** Runs several processes that write at random. Each is killed at a random moment and replaced by another. */
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
      // The process is killed after a random number of lines, also in the middle of a step.
      const lines = randomInt(2, 60);
      let seen = 0;
      for await (const line of createInterface({ input: stdoutOf(child) })) {
        const change = JSON.parse(line) as Acknowledged;
        acknowledged.push(change);
        rounds += isRound(change) ? 1 : 0;
        seen += 1;
        if (seen >= lines || rounds >= options.rounds) {
          setTimeout(() => child.kill('SIGKILL'), randomInt(5));
        }
      }
      if ((await ended) !== 'SIGKILL') {
        throw new Error('A writer ended without being killed');
      }
      kills += 1;
      rounds += 1;
    }
  }

  await Promise.all(Array.from({ length: options.writers }, runWriter));
  return { acknowledged, kills };
}

/** Whether this completes a round. */
export function isRound(change: Acknowledged): boolean {
  return change.type === 'titled' || change.type === 'removed' || (change.type === 'asked' && change.isEnd);
}

function stdoutOf({ stdout }: ChildProcess): NodeJS.ReadableStream {
  if (stdout === null) {
    throw new Error('The process has no stdout');
  }
  return stdout;
}

/** Returns a sentence for each acknowledged change that is missing or stored twice. */
export function problemsIn(
  acknowledged: readonly Acknowledged[],
  conversations: ReadonlyMap<string, StoredConversation>,
): string[] {
  const removed = new Set(
    acknowledged.flatMap((change) => (change.type === 'removing' ? [change.turn] : [])),
  );
  const missing = acknowledged.flatMap((change) => {
    const conversation = conversations.get(change.conversation);
    return conversation === undefined
      ? [`${change.conversation} is missing`]
      : problemsOf(change, conversation, removed);
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
  change: Acknowledged,
  { turns, title }: StoredConversation,
  removed: ReadonlySet<string>,
): string[] {
  const find = (id: string) => turns.find((turn) => turn.id === id);
  switch (change.type) {
    case 'titled':
      return title === undefined ? ['A title is missing'] : [];
    case 'removing':
      return [];
    case 'removed':
      return find(change.turn) === undefined ? [] : [`${change.turn} was removed but is still stored`];
    case 'asked': {
      const reply = change.reply === undefined ? undefined : find(change.reply);
      const isReply = reply?.kind === 'assistant';
      const isExpected = (id: string | undefined) => id !== undefined && !removed.has(id);
      return [
        ...(isExpected(change.question) && find(change.question) === undefined
          ? [`${change.question} is missing`]
          : []),
        ...(isExpected(change.reply) && !isReply ? [`The reply to ${change.question} is missing`] : []),
        ...(isReply && !reply.text.startsWith(change.text) ? [`Text of ${change.question} is missing`] : []),
        ...(isReply && change.isEnd && (reply.status !== 'finished' || reply.text !== change.text)
          ? [`The end of ${change.question} is missing`]
          : []),
      ];
    }
  }
}
