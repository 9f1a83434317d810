import { Composition } from '../../../src/webview/composition.ts';
import { FormulaRenderer } from '../../../src/webview/markdown/formulaRenderer.ts';
import { MarkdownView } from '../../../src/webview/markdown/markdownView.ts';
import { TurnToggles } from '../../../src/webview/turnToggles.ts';
import { spread } from '../spread.ts';

/** Times of drawing one reply, in ms. Only script time: `measureFrames` includes layout and paint. */
export interface Measured {
  /** All updates of the stream. */
  readonly stream: number;
  /** The final text, drawn once. */
  readonly once: number;
  readonly medianUpdate: number;
  readonly longestUpdate: number;
}

export interface Task {
  readonly text: string;
  /** Length of each added part, in characters. */
  readonly piece: number;
}

/** Number of updates per frame. A frame for each update would take minutes. */
const FRAME_EVERY = 100;
/**
 * Number of streams. The shortest stream counts and, for the longest update, the shortest time of each update, since
 * other load on the machine only makes them longer.
 */
const STREAMS = 3;

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function sum(times: readonly number[]): number {
  return times.reduce((all, each) => all + each, 0);
}

function createView(): MarkdownView {
  const host = {
    shownId: 'conversation',
    post: ignore,
    request: async () => undefined,
    requestResult: async () => ({}),
    listen: ignore,
    getState: ignore,
    setState: ignore,
  };
  const colorizer = {
    messages: { grammar: ignore, codeTheme: ignore },
    observe: ignore,
  };
  const formulas = new FormulaRenderer('');
  const ui = {
    showChat: ignore,
    focusComposer: ignore,
    showStatus: ignore,
    announce: ignore,
    hasWaitingQuestion: () => false,
    saveViewState: ignore,
  };
  const deps = { host, composition: new Composition(), colorizer, formulas, toggles: new TurnToggles(), ui };
  const view = new MarkdownView(deps, 'turn', {
    onWillGrow: ignore,
    onDidDraw: ignore,
    onDidRenderCode: ignore,
  });
  document.body.replaceChildren(view.element);
  return view;
}

function ignore(): void {}

const requestFrame = window.requestAnimationFrame.bind(window);
/** Time of all callbacks that the view asked frames for, in ms. */
let framesMs = 0;
// Each runs at once: waiting for frames would take minutes.
window.requestAnimationFrame = (callback) =>
  window.setTimeout(() => {
    framesMs += time(() => callback(performance.now()));
  });

/** Lets the browser lay out and paint, as it does between two updates. */
function frame(): Promise<void> {
  return new Promise((resolve) => requestFrame(() => resolve()));
}

/** Adds a text and returns the time until it is drawn, without that between frames. */
async function append(view: MarkdownView, text: string): Promise<number> {
  const before = framesMs;
  const adding = time(() => view.append(text));
  while (!view.isDrawn) {
    await new Promise((resolve) => setTimeout(resolve));
  }
  return adding + framesMs - before;
}

/** Returns the times of the updates of one stream. */
async function streamOnce({ text, piece }: Task): Promise<number[]> {
  const view = createView();
  const times: number[] = [];
  for (let at = 0; at < text.length; at += piece) {
    times.push(await append(view, text.slice(at, at + piece)));
    if (times.length % FRAME_EVERY === 0) {
      await frame();
    }
  }
  return times;
}

async function measure(task: Task): Promise<Measured> {
  let once = Infinity;
  for (let run = 0; run < STREAMS; run++) {
    once = Math.min(once, await append(createView(), task.text));
  }
  const all: number[][] = [];
  for (let stream = 0; stream < STREAMS; stream++) {
    all.push(await streamOnce(task));
  }
  // By the sum, because most updates are shorter than the resolution of the clock.
  const [best = []] = all.toSorted((one, other) => sum(one) - sum(other));
  const shortest = best.map((_, update) => Math.min(...all.map((each) => each[update] ?? Infinity)));
  return {
    stream: sum(best),
    once,
    medianUpdate: spread(best).median,
    longestUpdate: Math.max(...shortest),
  };
}

Object.assign(window, { measure });
