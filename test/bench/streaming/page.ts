import { spread } from '../spread.ts';
import { RENDERERS, type Renderer } from './renderers.ts';

/** Times of one renderer for one reply, in ms. Only script time, since layout and paint are the same for all. */
export interface Measured {
  /** All updates of the stream. Extrapolated if updates were skipped. */
  readonly stream: number;
  /** The final text, drawn once. */
  readonly once: number;
  readonly medianUpdate: number;
  readonly longestUpdate: number;
  /** Only each n-th update was drawn; 1 for all. */
  readonly every: number;
}

export interface Task {
  readonly renderer: string;
  readonly text: string;
  /** Length of each added part, in characters. */
  readonly piece: number;
  /** Maximum time of the stream, in ms. A renderer that redraws all text each time skips updates to stay below it. */
  readonly maxStreamMs: number;
}

/** Number of updates per frame. A frame for each update would take minutes. */
const FRAME_EVERY = 100;
/**
 * Number of streams. The shortest stream counts and, for the longest update, the shortest time of each update, since
 * other load on the machine only makes them longer.
 */
const STREAMS = 3;
/** Renderers that only draw new text. */
const INCREMENTAL_RENDERERS = new Set(['Assistant Chat', 'streaming-markdown (no highlighting)']);

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function sum(times: readonly number[]): number {
  return times.reduce((all, each) => all + each, 0);
}

function createRenderer(name: string) {
  const element = document.createElement('div');
  document.body.replaceChildren(element);
  const make = RENDERERS[name];
  if (make === undefined) {
    throw new Error(`There is no renderer ${name}`);
  }
  return make(element);
}

/** Lets the browser lay out and paint, as it does between two updates. */
function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

interface Stream {
  readonly text: string;
  readonly piece: number;
  readonly every: number;
  readonly updates: number;
}

/** Returns the times of the updates of one stream. */
async function streamOnce(renderer: Renderer, { text, piece, every, updates }: Stream): Promise<number[]> {
  const times: number[] = [];
  for (let update = every - 1; update < updates; update += every) {
    const at = update * piece;
    times.push(time(() => renderer.draw(text.slice(at, at + piece), text.slice(0, at + piece))));
    if (times.length % FRAME_EVERY === 0) {
      await frame();
    }
  }
  return times;
}

async function measure({ renderer: name, text, piece, maxStreamMs }: Task): Promise<Measured> {
  const once = Math.min(
    ...[1, 2, 3].map(() => {
      const renderer = createRenderer(name);
      return time(() => {
        renderer.draw(text, text);
        renderer.end?.();
      });
    }),
  );
  const updates = Math.ceil(text.length / piece);
  // A renderer that redraws everything takes the same time whether it drew the previous update or not.
  const estimate = INCREMENTAL_RENDERERS.has(name) ? 0 : (once * updates) / 2;
  const every = Math.max(1, Math.ceil(estimate / maxStreamMs));
  const streams = INCREMENTAL_RENDERERS.has(name) ? STREAMS : 1;
  const all: number[][] = [];
  for (let stream = 0; stream < streams; stream++) {
    all.push(await streamOnce(createRenderer(name), { text, piece, every, updates }));
  }
  // By the sum, because most updates are shorter than the resolution of the clock.
  const [best = []] = all.toSorted((one, other) => sum(one) - sum(other));
  const shortest = best.map((_, update) => Math.min(...all.map((each) => each[update] ?? Infinity)));
  return {
    stream: sum(best) * every,
    once,
    medianUpdate: spread(best).median,
    longestUpdate: Math.max(...shortest),
    every,
  };
}

Object.assign(window, { measure });
