import { spread } from '../spread.ts';
import { RENDERERS, type Renderer } from './renderers.ts';

/** One reply drawn by one renderer. Times are of script alone, in ms: layout and paint are the same for all. */
export interface Measured {
  /** All updates of the stream; where some were left out, as many times longer as they were. */
  readonly stream: number;
  /** The final text, drawn at once. */
  readonly once: number;
  readonly medianUpdate: number;
  readonly longestUpdate: number;
  /** Every so many updates were done: 1 for all. */
  readonly every: number;
}

export interface Task {
  readonly renderer: string;
  readonly text: string;
  /** Characters. */
  readonly piece: number;
  /** ms after which updates are left out, where the renderer draws all the text each time anyway. */
  readonly patience: number;
}

/** Updates between two frames: as many as that a frame for each would not take minutes. */
const FRAME_EVERY = 100;
/**
 * Of so many streams the shortest counts, and for the longest update the shortest time of each: other work on the
 * machine makes any of them longer.
 */
const STREAMS = 3;
/** Those that draw only what is new. */
const STREAMS_STATE = new Set(['Assistant Chat', 'streaming-markdown (no highlighting)']);

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function sum(times: readonly number[]): number {
  return times.reduce((all, each) => all + each, 0);
}

function begin(name: string) {
  const element = document.createElement('div');
  document.body.replaceChildren(element);
  const make = RENDERERS[name];
  if (make === undefined) {
    throw new Error(`There is no renderer ${name}`);
  }
  return make(element);
}

/** Lets the browser lay out and paint, as it does between two pieces. */
function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

interface Stream {
  readonly text: string;
  readonly piece: number;
  readonly every: number;
  readonly updates: number;
}

/** The times of the updates of one stream. */
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

async function measure({ renderer: name, text, piece, patience }: Task): Promise<Measured> {
  const once = Math.min(
    ...[1, 2, 3].map(() => {
      const renderer = begin(name);
      return time(() => {
        renderer.draw(text, text);
        renderer.end?.();
      });
    }),
  );
  const updates = Math.ceil(text.length / piece);
  // One that draws everything anew each time costs the same whether it drew the piece before or not.
  const estimate = STREAMS_STATE.has(name) ? 0 : (once * updates) / 2;
  const every = Math.max(1, Math.ceil(estimate / patience));
  const streams = STREAMS_STATE.has(name) ? STREAMS : 1;
  const all: number[][] = [];
  for (let stream = 0; stream < streams; stream++) {
    all.push(await streamOnce(begin(name), { text, piece, every, updates }));
  }
  // By the sum: the clock is too coarse for the shortest of single updates, most of which take less than it shows.
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
