import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface LeashedOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Removed when the command has ended, also if this process is killed. */
  readonly removeFolders?: readonly string[];
  /** File that contains the id of a process outside the command's group, which is ended too. */
  readonly processIdFile?: string;
}

export interface Leashed {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves with the exit code when the command has ended and its folders are removed. */
  readonly ended: Promise<number>;
  /** Ends the command's process group. Resolves when all processes have ended. */
  stop(): Promise<void>;
}

/** Starts a command whose processes and folders don't outlive this process, however it ends. */
export function startLeashed(options: LeashedOptions): Leashed {
  const { command, args, removeFolders = [], processIdFile } = options;
  const task = JSON.stringify({ command, args, removeFolders, processIdFile });
  const leash = spawn(process.execPath, [join(import.meta.dirname, 'leash.ts'), task], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate process group: Ctrl+C only reaches this process, which then closes the pipe.
    detached: true,
    env: { ...process.env, ...options.env },
  });
  const ended = new Promise<number>((resolve, reject) => {
    leash.once('exit', (code) => resolve(code ?? 1));
    leash.once('error', reject);
  });
  return {
    stdout: leash.stdout,
    stderr: leash.stderr,
    ended,
    async stop() {
      leash.stdin.end();
      await ended;
    },
  };
}
