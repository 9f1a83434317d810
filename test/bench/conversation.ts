import type { TurnView } from '../../src/protocol/conversation.ts';
import type { ToPanel } from '../../src/protocol/toPanel.ts';
import { launchChromium } from '../harness/chromium.ts';
import { openPanel, type PanelPage } from '../panel/panelPage.ts';
import { startPanelServer } from '../panel/panelServer.ts';
import { growing, question, REPLY, reply, state } from '../panel/samples.ts';
import { type Spread, spread } from './spread.ts';

/** How a conversation of a thousand turns behaves in the panel, in ms. */
export interface LongConversation {
  /** From the message that holds all turns to the first frame that shows the newest. */
  readonly firstPaint: Spread;
  /** Until the oldest turn is there as well. */
  readonly complete: Spread;
  /** From a key in the composer to the end of the frame that shows it, without the wait for that frame. */
  readonly keystroke: Spread;
  /** The longest of these of each run. */
  readonly slowestKeystroke: Spread;
  /** What the page works between two keys, the streaming reply included, in CPU time: other work on the machine hardly changes it. */
  readonly workOfKey: Spread;
}

const TURNS = 1000;
const KEYS = 60;
/** How often the streaming reply grows. ms */
const BETWEEN_PIECES = 16;

interface Opening {
  readonly firstPaint: number;
  readonly complete: number;
}

/** In ms. */
interface Typing {
  /** Of each key. */
  readonly keys: readonly number[];
  /** CPU time of the page's main thread, all in all. */
  readonly work: number;
}

/** Questions and replies in turn; the last reply still streams. */
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

/** Opens the conversation so many times, each in a new page, and types into its composer while its last reply streams. */
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

/** Real keys into the composer. */
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
    { turnId, between: BETWEEN_PIECES },
  );
  const before = await work();
  for (let key = 0; key < KEYS; key += 1) {
    await panel.page.keyboard.press('a');
    await panel.nextFrame();
  }
  const after = await work();
  const times: unknown = await panel.page.evaluate('window.keyTimes');
  return { keys: Array.isArray(times) ? times.map(Number) : [], work: after - before };
}
