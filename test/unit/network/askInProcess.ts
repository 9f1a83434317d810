import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ReplyEvent } from '../../../src/contract/replyEvent.ts';
import { type CollectedReply, replyOf } from '../client/connect.ts';

/** Options of the child process. All but `env` are passed to it as JSON. */
export interface AskOptions {
  env?: Readonly<Record<string, string>>;
  /** Stubs DNS lookups: addresses by host. */
  lookups?: Readonly<Record<string, readonly { address: string; family: 4 | 6 }[]>>;
}

/**
 * Asks a question with the real client in a child process, since Node.js reads the trusted certificates when it starts,
 * and resolves with the reply.
 */
export async function askInProcess(
  baseUrl: string,
  { env = {}, ...options }: AskOptions = {},
): Promise<CollectedReply> {
  const program = join(import.meta.dirname, 'askProgram.ts');
  const { stdout } = spawn(process.execPath, [program, JSON.stringify({ ...options, baseUrl })], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const events: ReplyEvent[] = [];
  for await (const line of createInterface(stdout)) {
    events.push(JSON.parse(line) as ReplyEvent);
  }
  return replyOf(events);
}
