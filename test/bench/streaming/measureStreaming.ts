import { join } from 'node:path';
import { build } from 'esbuild';
import { launchChromium } from '../../harness/chromium.ts';
import { REPOSITORY } from '../../harness/paths.ts';
import { longStep } from '../../harness/progress.ts';
import type { Measured, Task } from './page.ts';
import { REPLIES } from './replies.ts';

/** Time of one renderer to draw one reply while it streams. */
export interface Streaming extends Measured {
  readonly renderer: string;
  /** A key of `REPLIES`. */
  readonly text: string;
  /** Length of the reply, in KB of 1,000 characters. */
  readonly kilobytes: number;
  /** Length of each added part, in characters. */
  readonly piece: number;
  /** Time of the stream relative to drawing the final text once. */
  readonly ratio: number;
}

export const OURS = 'Assistant Chat';
const OTHERS = [
  'react-markdown + GFM + rehype-highlight',
  'markdown-it + highlight.js to innerHTML',
  'streaming-markdown (no highlighting)',
];
const KILOBYTES = [20, 50, 100, 200];
const PIECES = [8, 40];
/** Time for the updates of a renderer that redraws the whole reply, in ms. Further updates are skipped. */
const MAX_STREAM_MS = 5000;

interface Case {
  readonly renderer: string;
  readonly text: string;
  readonly kilobytes: number;
  readonly piece: number;
}

/** Yields replies of four lengths in two part sizes for all renderers, and the hardest replies for ours. */
function* cases(): Generator<Case> {
  for (const kilobytes of KILOBYTES) {
    for (const piece of PIECES) {
      for (const renderer of [OURS, ...OTHERS]) {
        yield { renderer, text: 'reply', kilobytes, piece };
      }
    }
  }
  for (const text of ['one list', 'one table', 'one paragraph', 'one paragraph of lines']) {
    for (const kilobytes of [20, 100]) {
      yield { renderer: OURS, text, kilobytes, piece: 40 };
    }
  }
}

/** Draws each case in a new page of Chromium, one after the other. */
export async function measureStreaming(): Promise<readonly Streaming[]> {
  const script = await bundle();
  const browser = await launchChromium();
  const all: Streaming[] = [];
  try {
    for (const { renderer, text, kilobytes, piece } of cases()) {
      const whole = REPLIES[text]?.(kilobytes * 1000) ?? '';
      const page = await browser.newPage();
      await page.addScriptTag({ content: script });
      const measured = await longStep(
        `${renderer}, ${text} of ${kilobytes} KB in parts of ${piece} characters`,
        () =>
          page.evaluate(
            (task: Task) => (window as unknown as { measure(task: Task): Promise<Measured> }).measure(task),
            { renderer, text: whole, piece, maxStreamMs: MAX_STREAM_MS },
          ),
      );
      all.push({ renderer, text, kilobytes, piece, ...measured, ratio: measured.stream / measured.once });
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
