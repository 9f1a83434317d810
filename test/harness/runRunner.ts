import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { add, type Counts, isFailureLine, NO_TESTS, parseClosingLine } from './counts.ts';
import { REPOSITORY } from './paths.ts';

export interface Runner {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Over the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Prints no counts of its own: counts as one test, which passes when the command does. */
  readonly isCheck?: boolean;
}

export interface RunnerResult {
  readonly name: string;
  readonly counts: Counts;
  readonly seconds: number;
  /** One line for each failed test, with the command that repeats it. */
  readonly failures: readonly string[];
}

/** Runs one, shows its output as it comes, and adds up the closing lines in it. */
export async function runRunner({ name, command, env = {}, isCheck = false }: Runner): Promise<RunnerResult> {
  const start = performance.now();
  const [program, ...args] = command;
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: REPOSITORY,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32' && program === 'npm',
  });
  const exit = new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
    child.once('error', (error) => {
      console.log(error.message);
      resolve(1);
    });
  });
  let counts: Counts | undefined;
  const failures: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    if (isFailureLine(line)) {
      failures.push(line);
    }
    const closing = parseClosingLine(line);
    if (closing) {
      counts = add(counts ?? NO_TESTS, closing);
    }
  }
  const isGood = (await exit) === 0;
  return {
    name,
    counts: isCheck ? { ...NO_TESTS, [isGood ? 'passed' : 'failed']: 1 } : honest(counts, isGood),
    seconds: (performance.now() - start) / 1000,
    failures,
  };
}

/** A runner that died, or that did not count, is at least one failure. */
function honest(counts: Counts | undefined, isGood: boolean): Counts {
  const known = counts ?? NO_TESTS;
  return isGood && counts !== undefined ? known : { ...known, failed: Math.max(known.failed, 1) };
}
