import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';

/**
 * A script that holds one command on a leash: when this script's stdin closes, as it does however the parent dies,
 * the command's whole process group is ended and its folders are removed. Started by `startLeashed`.
 */
const Task = z.object({
  command: z.string(),
  args: z.array(z.string()),
  /** Removed after the command has ended. */
  removeFolders: z.array(z.string()),
  /** A file in which a process that leaves the group writes its id; that process is ended too. */
  processIdFile: z.optional(z.string()),
});

/** How long a process may take to end by itself before it is killed, in ms. */
const PATIENCE = 3000;

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
process.stdin.once('close', () => void endEverything());
process.stdin.resume();

process.exitCode = await ended;
await endEverything();
process.exit();

async function endEverything(): Promise<void> {
  signalAll(child, 'SIGTERM');
  await Promise.race([allGone(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
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

/** Sends a signal to the group and to the process that left it; tells whether anything was there to get it. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  const group = pid !== undefined && send(process.platform === 'win32' ? pid : -pid, signal);
  const apart = processApart();
  return (apart !== undefined && send(apart, signal)) || group;
}

function send(processId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(processId, signal);
  } catch {
    return false;
  }
}

function processApart(): number | undefined {
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
