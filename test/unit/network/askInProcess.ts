import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TimeLimits } from '../../../src/client/transport/timeLimits.ts';
import type { ReplyEvent } from '../../../src/contract/replyEvent.ts';
import { type CollectedReply, replyOf } from '../client/connect.ts';
import type { Sleeps } from './sleepingClock.ts';

/** Options of the child process. All but `env` are passed to it as JSON. */
export interface AskOptions {
  env?: Readonly<Record<string, string>>;
  limits?: TimeLimits;
  /** Stubs DNS lookups: addresses by host, or the code of an error. */
  lookups?: Readonly<Record<string, string | readonly { address: string; family: 4 | 6 }[]>>;
  sleeps?: Sleeps;
}

/** A child process in which the real client asks one question. */
export interface AskingProcess {
  process: ChildProcess;
  /** Resolves when the reply has ended. */
  reply: Promise<CollectedReply>;
  /** Resolves with the first event of a type, which may have arrived already. */
  event(type: ReplyEvent['type']): Promise<ReplyEvent>;
}

/**
 * Asks a question in a child process, since Node.js reads the trusted certificates when it starts, and a child process
 * can be suspended to simulate a sleep of the machine.
 */
export function startAsking(baseUrl: string, { env = {}, ...options }: AskOptions = {}): AskingProcess {
  const program = join(import.meta.dirname, 'askProgram.ts');
  const child = spawn(process.execPath, [program, JSON.stringify({ ...options, baseUrl })], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const events: ReplyEvent[] = [];
  const checks = new Set<() => void>();
  const reply = (async () => {
    for await (const line of createInterface(child.stdout)) {
      events.push(JSON.parse(line) as ReplyEvent);
      for (const check of checks) {
        check();
      }
    }
    return replyOf(events);
  })();
  return {
    process: child,
    reply,
    event: (type) =>
      new Promise((resolve) => {
        const check = () => {
          const event = events.find((candidate) => candidate.type === type);
          if (event !== undefined) {
            checks.delete(check);
            resolve(event);
          }
        };
        checks.add(check);
        check();
      }),
  };
}

/** Asks a question in a child process and resolves with the reply. */
export function askInProcess(baseUrl: string, options?: AskOptions): Promise<CollectedReply> {
  return startAsking(baseUrl, options).reply;
}
