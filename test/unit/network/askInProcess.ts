import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TimeLimits } from '../../../src/client/transport/timeLimits.ts';
import type { ReplyEvent } from '../../../src/contract/replyEvent.ts';
import { type CollectedReply, replyOf } from '../client/connect.ts';
import type { Sleeps } from './sleepingClock.ts';

/** How a question is asked from a process of its own. All but `env` travels there as JSON. */
export interface AskOptions {
  env?: Readonly<Record<string, string>>;
  limits?: TimeLimits;
  /** A stub in the place of the machine's look-up of names: what it finds, or the code of its error. */
  lookups?: Readonly<Record<string, string | readonly { address: string; family: 4 | 6 }[]>>;
  sleeps?: Sleeps;
}

/** A process in which the real client asks one question. */
export interface AskingProcess {
  process: ChildProcess;
  /** The reply when it has ended. */
  reply: Promise<CollectedReply>;
  /** Resolves with the next event of that type, or one that has come already. */
  event(type: ReplyEvent['type']): Promise<ReplyEvent>;
}

/**
 * Asks a question from a process of its own: what a process trusts is settled when it starts, and a process can be
 * stopped as a machine that sleeps stops it.
 */
export function startAsking(baseUrl: string, { env = {}, ...options }: AskOptions = {}): AskingProcess {
  const program = join(import.meta.dirname, 'askProgram.ts');
  const child = spawn(process.execPath, [program, JSON.stringify({ ...options, baseUrl })], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const events: ReplyEvent[] = [];
  const waiting = new Set<() => void>();
  const reply = (async () => {
    for await (const line of createInterface(child.stdout)) {
      events.push(JSON.parse(line) as ReplyEvent);
      for (const look of waiting) {
        look();
      }
    }
    return replyOf(events);
  })();
  return {
    process: child,
    reply,
    event: (type) =>
      new Promise((resolve) => {
        const look = () => {
          const found = events.find((event) => event.type === type);
          if (found !== undefined) {
            waiting.delete(look);
            resolve(found);
          }
        };
        waiting.add(look);
        look();
      }),
  };
}

/** The whole reply to a question asked from a process of its own. */
export function askInProcess(baseUrl: string, options?: AskOptions): Promise<CollectedReply> {
  return startAsking(baseUrl, options).reply;
}
