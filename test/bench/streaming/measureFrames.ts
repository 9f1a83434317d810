import type { Browser } from 'playwright-core';
import { launchChromium } from '../../harness/chromium.ts';
import { longStep } from '../../harness/progress.ts';
import { openPanel } from '../../panel/panelPage.ts';
import { type PanelServer, startPanelServer } from '../../panel/panelServer.ts';
import { growing, question, state } from '../../panel/samples.ts';
import { spread } from '../spread.ts';
import { REPLIES } from './replies.ts';

/** Duration of the frames in which a reply grows in the panel (script, styles, layout, and paint), in ms. */
export interface Frames {
  /** A key of `REPLIES`. */
  readonly text: string;
  /** Length, in KB of 1,000 characters. */
  readonly kilobytes: number;
  readonly median: number;
  readonly longest: number;
}

const TEXTS = [
  ['reply', 20],
  ['reply', 50],
  ['reply', 100],
  ['reply', 200],
  ['one list', 100],
  ['one table', 100],
] as const;
/** Number of measured frames, at the end of the text. Each adds `PIECE_CHARS`; earlier ones add `FIRST_PIECES_CHARS`. */
const PIECES = 150;
const PIECE_CHARS = 40;
const FIRST_PIECES_CHARS = 2000;
/**
 * Number of streams. The shortest time of each frame counts, since other load on the machine only makes frames
 * longer.
 */
const STREAMS = 3;

export async function measureFrames(): Promise<readonly Frames[]> {
  const [server, browser] = await Promise.all([startPanelServer(), launchChromium()]);
  const all: Frames[] = [];
  try {
    for (const [text, kilobytes] of TEXTS) {
      const whole = REPLIES[text]?.(kilobytes * 1000) ?? '';
      const times = await longStep(`Frames of ${text}, ${kilobytes} KB`, async () => {
        const streams: number[][] = [];
        for (let stream = 0; stream < STREAMS; stream++) {
          streams.push(await streamInPanel(server, browser, whole));
        }
        return (streams[0] ?? []).map((_, frame) =>
          Math.min(...streams.map((each) => each[frame] ?? Infinity)),
        );
      });
      const { median, max: longest } = spread(times);
      all.push({ text, kilobytes, median, longest });
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return all;
}

async function streamInPanel(server: PanelServer, browser: Browser, text: string): Promise<number[]> {
  const panel = await openPanel({ server, browser, width: 400, height: 800 });
  await panel.receive(state({ turns: [question('Why?'), growing('')] }));
  const times = await panel.page.evaluate(
    async ({ text, pieces, piece, before }) => {
      const grow = (more: string): Promise<number> =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          requestAnimationFrame(() => {
            const begin = performance.now();
            port1.onmessage = () => resolve(performance.now() - begin);
            port2.postMessage(undefined);
          });
          const data = { type: 'replyText', turnId: 'reply-1', text: more };
          window.dispatchEvent(new MessageEvent('message', { data, origin: window.origin }));
        });
      const measured = Math.max(0, text.length - pieces * piece);
      for (let at = 0; at < measured; at += before) {
        await grow(text.slice(at, Math.min(at + before, measured)));
      }
      const times: number[] = [];
      for (let at = measured; at < text.length; at += piece) {
        times.push(await grow(text.slice(at, at + piece)));
      }
      return times;
    },
    { text, pieces: PIECES, piece: PIECE_CHARS, before: FIRST_PIECES_CHARS },
  );
  await panel.close();
  return times;
}
