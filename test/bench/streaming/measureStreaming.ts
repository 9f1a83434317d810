import { join } from 'node:path';
import { build } from 'esbuild';
import { launchChromium } from '../../harness/chromium.ts';
import { REPOSITORY } from '../../harness/paths.ts';
import { longStep } from '../../harness/progress.ts';
import type { Measured, Task } from './page.ts';
import { REPLIES } from './replies.ts';

/** Time to draw one reply while it streams. */
export interface Streaming extends Measured {
  /** A key of `REPLIES`. */
  readonly text: string;
  /** Length of the reply, in KB of 1,000 characters. */
  readonly kilobytes: number;
  /** Length of each added part, in characters. */
  readonly piece: number;
  /** Time of the stream relative to drawing the final text once. */
  readonly ratio: number;
}

const KILOBYTES = [20, 50, 100, 200];
const PIECES = [8, 40];
interface Case {
  readonly text: string;
  readonly kilobytes: number;
  readonly piece: number;
}

/** Yields replies of four lengths in two part sizes, and the hardest replies. */
function* cases(): Generator<Case> {
  for (const kilobytes of KILOBYTES) {
    for (const piece of PIECES) {
      yield { text: 'reply', kilobytes, piece };
    }
  }
  for (const text of ['one list', 'one table', 'one paragraph', 'one paragraph of lines']) {
    for (const kilobytes of [20, 100]) {
      yield { text, kilobytes, piece: 40 };
    }
  }
}

/** Draws each case in a new page of Chromium, one after the other. */
export async function measureStreaming(): Promise<readonly Streaming[]> {
  const script = await bundle();
  const browser = await launchChromium();
  const all: Streaming[] = [];
  try {
    for (const { text, kilobytes, piece } of cases()) {
      const whole = REPLIES[text]?.(kilobytes * 1000) ?? '';
      const page = await browser.newPage();
      await page.addScriptTag({ content: script });
      const measured = await longStep(
        `Streaming ${text} of ${kilobytes} KB in parts of ${piece} characters`,
        () =>
          page.evaluate(
            (task: Task) => (window as unknown as { measure(task: Task): Promise<Measured> }).measure(task),
            { text: whole, piece },
          ),
      );
      all.push({ text, kilobytes, piece, ...measured, ratio: measured.stream / measured.once });
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return all;
}

async function bundle(): Promise<string> {
  const result = await build({
    entryPoints: [join(REPOSITORY, 'test/bench/streaming/page.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return result.outputFiles[0]?.text ?? '';
}
