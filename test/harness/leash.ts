/**
 * Runs a command and ends its process group when stdin of this script closes, which happens however the parent ends.
 * Then removes the command's folders. Started by `startLeashed`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';

/** The argument of this script, as JSON. */
const Task = z.object({
  command: z.string(),
  args: z.array(z.string()),
  /** Removed when the command has ended. */
  removeFolders: z.array(z.string()),
  /** File that contains the id of a process outside the group that is ended too. */
  processIdFile: z.optional(z.string()),
});

/** Time for processes to exit before they are killed, in ms. */
const EXIT_TIMEOUT_MS = 3000;

const task = Task.parse(JSON.parse(process.argv[2] ?? ''));
const child = spawn(task.command, task.args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
const ended = new Promise<number>((resolve) => {
  child.once('exit', (code) => resolve(code ?? 1));
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    resolve(1);
  });
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {});
}
process.stdin.once('close', () => void endAll());
process.stdin.resume();

process.exitCode = await ended;
await endAll();
process.exit();

async function endAll(): Promise<void> {
  signalAll(child, 'SIGTERM');
  await Promise.race([allGone(), new Promise((resolve) => setTimeout(resolve, EXIT_TIMEOUT_MS))]);
  signalAll(child, 'SIGKILL');
  await ended;
  for (const folder of task.removeFolders) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function allGone(): Promise<void> {
  while (signalAll(child, 0)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Signals the process group and the process outside it. Returns whether any of them exists. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  const group = pid !== undefined && send(process.platform === 'win32' ? pid : -pid, signal);
  const detachedId = readDetachedId();
  return (detachedId !== undefined && send(detachedId, signal)) || group;
}

function send(processId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(processId, signal);
  } catch {
    return false;
  }
}

function readDetachedId(): number | undefined {
  if (task.processIdFile === undefined) {
    return undefined;
  }
  try {
    const id = Number.parseInt(readFileSync(task.processIdFile, 'utf8'), 10);
    return id > 0 ? id : undefined;
  } catch {
    return undefined;
  }
}
