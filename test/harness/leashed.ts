import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface LeashedOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Removed after the command has ended, also when this process is killed. */
  readonly removeFolders?: readonly string[];
  /** A file in which a process that leaves the command's group writes its id; that process is ended too. */
  readonly processIdFile?: string;
}

export interface Leashed {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Fulfilled with the exit code once the command has ended and its folders are removed. */
  readonly ended: Promise<number>;
  /** Ends the command and every process of its group; fulfilled when they are gone. */
  stop(): Promise<void>;
}

/** Starts a command whose processes and folders do not outlive this process, however it ends. */
export function startLeashed(options: LeashedOptions): Leashed {
  const { command, args, removeFolders = [], processIdFile } = options;
  const task = JSON.stringify({ command, args, removeFolders, processIdFile });
  const leash = spawn(process.execPath, [join(import.meta.dirname, 'leash.ts'), task], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Out of the terminal's group: Ctrl+C reaches this process alone, which then closes the pipe.
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
