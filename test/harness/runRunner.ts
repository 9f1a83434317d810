import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { add, type Counts, isFailureLine, NO_TESTS, parseClosingLine } from './counts.ts';
import { REPOSITORY } from './paths.ts';

export interface Runner {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** A command that prints no counts: counts as one test, which passes if the command succeeds. */
  readonly isCheck?: boolean;
}

export interface RunnerResult {
  readonly name: string;
  readonly counts: Counts;
  readonly seconds: number;
  /** One line per failed test, with the command that repeats it. */
  readonly failures: readonly string[];
}

/** Runs a runner, prints its output line by line, and adds up its closing lines. */
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
  const isSuccess = (await exit) === 0;
  return {
    name,
    counts: isCheck
      ? { ...NO_TESTS, [isSuccess ? 'passed' : 'failed']: 1 }
      : countsOrFailure(counts, isSuccess),
    seconds: (performance.now() - start) / 1000,
    failures,
  };
}

/** Counts at least one failure if the runner crashed or printed no counts. */
function countsOrFailure(counts: Counts | undefined, isGood: boolean): Counts {
  const reported = counts ?? NO_TESTS;
  return isGood && counts !== undefined ? reported : { ...reported, failed: Math.max(reported.failed, 1) };
}
