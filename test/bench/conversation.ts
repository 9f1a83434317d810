import type { TurnView } from '../../src/protocol/conversation.ts';
import type { ToPanel } from '../../src/protocol/toPanel.ts';
import { launchChromium } from '../harness/chromium.ts';
import { openPanel, type PanelPage } from '../panel/panelPage.ts';
import { startPanelServer } from '../panel/panelServer.ts';
import { growing, question, REPLY, reply, state } from '../panel/samples.ts';
import { type Spread, spread } from './spread.ts';

/** Performance of a conversation of 1,000 turns in the panel, in ms. */
export interface LongConversation {
  /** From the message that contains all turns to the first frame that shows the newest. */
  readonly firstPaint: Spread;
  /** Until the oldest turn is drawn too. */
  readonly complete: Spread;
  /** From a key press in the composer to the end of the frame that shows it, without waiting for that frame. */
  readonly keystroke: Spread;
  /** The slowest keystroke of each run. */
  readonly slowestKeystroke: Spread;
  /**
   * CPU time of the page between two keys, including the streaming reply. Other load on the machine hardly affects
   * it.
   */
  readonly workOfKey: Spread;
}

const TURNS = 1000;
const KEYS = 60;
/** Interval between parts of the streaming reply, in ms. */
const PIECE_INTERVAL_MS = 16;

interface Opening {
  readonly firstPaint: number;
  readonly complete: number;
}

/** In ms. */
interface Typing {
  /** Time of each key. */
  readonly keys: readonly number[];
  /** Total CPU time of the page's main thread. */
  readonly work: number;
}

/** Alternating questions and replies. The last reply is streaming. */
function turns(): TurnView[] {
  return Array.from({ length: TURNS }, (_, index): TurnView => {
    const id = `turn-${index}`;
    if (index % 2 === 0) {
      return question(`Question ${index}: why does \`parseDuration\` return NaN?`, { id });
    }
    const text = `${REPLY}\n\n- the first of ${index}\n- and the second\n\n${REPLY}`;
    return index === TURNS - 1 ? growing(text, { id }) : reply(text, { id });
  });
}

/**
 * Opens the conversation `runs` times, each in a new page, and types into the composer while the last reply streams.
 */
export async function measureConversation(runs: number): Promise<LongConversation> {
  const [server, browser] = await Promise.all([startPanelServer(), launchChromium()]);
  try {
    const openings: Opening[] = [];
    const typed: Typing[] = [];
    for (let run = 0; run < runs; run += 1) {
      const panel = await openPanel({ server, browser });
      openings.push(await openConversation(panel, state({ turns: turns() })));
      typed.push(await typeWhileStreaming(panel, `turn-${TURNS - 1}`));
      await panel.close();
    }
    return {
      firstPaint: spread(openings.map(({ firstPaint }) => firstPaint)),
      complete: spread(openings.map(({ complete }) => complete)),
      keystroke: spread(typed.flatMap(({ keys }) => keys)),
      slowestKeystroke: spread(typed.map(({ keys }) => Math.max(...keys))),
      workOfKey: spread(typed.map(({ work }) => work / KEYS)),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

function openConversation(panel: PanelPage, message: ToPanel): Promise<Opening> {
  return panel.page.evaluate(
    async ({ message, count }) => {
      const frameEnd = () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now());
            port2.postMessage(undefined);
          }),
        );
      const drawn = () => document.querySelectorAll('.turn').length;
      const start = performance.now();
      window.postMessage(message, window.origin);
      while (drawn() === 0) {
        await frameEnd();
      }
      const firstPaint = performance.now() - start;
      while (drawn() < count) {
        await frameEnd();
      }
      return { firstPaint, complete: performance.now() - start };
    },
    { message, count: TURNS },
  );
}

/** Types into the composer with real key events. */
async function typeWhileStreaming(panel: PanelPage, turnId: string): Promise<Typing> {
  const devtools = await panel.page.context().newCDPSession(panel.page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  await panel.textbox.focus();
  await panel.page.evaluate(
    ({ turnId, between }) => {
      const times: number[] = [];
      Object.assign(window, { keyTimes: times });
      let words = 0;
      setInterval(() => {
        words += 1;
        const text = `word ${words}${words % 12 === 0 ? '.\n\n' : ' '}`;
        window.postMessage({ type: 'replyText', turnId, text }, window.origin);
      }, between);
      document.addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const waited = performance.now() - timeStamp;
          const { port1, port2 } = new MessageChannel();
          const begin = performance.now();
          let handled = 0;
          document.addEventListener(
            'input',
            () => {
              handled = performance.now() - begin;
            },
            { once: true },
          );
          requestAnimationFrame(() => {
            const frame = performance.now();
            port1.onmessage = () => times.push(waited + handled + performance.now() - frame);
            port2.postMessage(undefined);
          });
        },
        { capture: true },
      );
    },
    { turnId, between: PIECE_INTERVAL_MS },
  );
  const before = await work();
  for (let key = 0; key < KEYS; key += 1) {
    await panel.page.keyboard.press('a');
    // Not `untilDrawn`: the reply goes on growing.
    await panel.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
  const after = await work();
  const times: unknown = await panel.page.evaluate('window.keyTimes');
  return { keys: Array.isArray(times) ? times.map(Number) : [], work: after - before };
}
