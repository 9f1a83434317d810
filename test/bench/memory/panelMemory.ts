import type { TurnView } from '../../../src/protocol/conversation.ts';
import { launchChromium } from '../../harness/chromium.ts';
import { openPanel, type PanelPage } from '../../panel/panelPage.ts';
import { startPanelServer } from '../../panel/panelServer.ts';
import { EVERYTHING, question, REPLY, reply, state } from '../../panel/samples.ts';

/** Memory of the panel's page after a forced garbage collection. */
export interface PageMemory {
  /** Bytes of JavaScript objects and of what they hold outside their heap. */
  readonly heap: number;
  /** Bytes of the DOM, with styles and layout. */
  readonly dom: number;
  /** Number of DOM nodes, including those that are in no document. */
  readonly nodes: number;
}

export interface PanelMemory {
  readonly empty: PageMemory;
  /** A conversation of 1,000 turns. */
  readonly long: PageMemory;
  /** A reply of 1 MB. */
  readonly large: PageMemory;
  /** How much more there is after 200 conversations were opened and left than after the first ones. */
  readonly growth: PageMemory;
}

const TURNS = 1000;
const LARGE_REPLY_CHARS = 1_000_000;
const CONVERSATIONS = 200;
/** Conversations after which the page has loaded and compiled all that it needs for the others. */
const FIRST_CONVERSATIONS = 20;

/** Interval in which nothing may change before the memory is read, in ms. */
const QUIET_MS = 500;

export async function measurePanelMemory(): Promise<PanelMemory> {
  const [server, browser] = await Promise.all([startPanelServer(), launchChromium()]);
  const inPanel = async <T>(use: (panel: PanelPage) => Promise<T>): Promise<T> => {
    const panel = await openPanel({ server, browser });
    try {
      return await use(panel);
    } finally {
      await panel.close();
    }
  };
  const memoryWith = (turns: TurnView[]): Promise<PageMemory> =>
    inPanel(async (panel) => {
      await panel.receive(state({ turns }));
      return readMemory(panel);
    });
  try {
    return {
      empty: await memoryWith([]),
      long: await memoryWith(longConversation(TURNS)),
      large: await memoryWith([question('All of it?'), reply(largeReply())]),
      growth: await inPanel(measureGrowth),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measureGrowth(panel: PanelPage): Promise<PageMemory> {
  const openConversations = async (from: number, to: number): Promise<PageMemory> => {
    for (let index = from; index < to; index += 1) {
      await panel.receive(state({ conversationId: `conversation-${index}`, turns: longConversation(20) }));
    }
    return readMemory(panel);
  };
  const before = await openConversations(0, FIRST_CONVERSATIONS);
  const after = await openConversations(FIRST_CONVERSATIONS, FIRST_CONVERSATIONS + CONVERSATIONS);
  return {
    heap: after.heap - before.heap,
    dom: after.dom - before.dom,
    nodes: after.nodes - before.nodes,
  };
}

/** Questions and replies with code, in turns. */
function longConversation(turns: number): TurnView[] {
  return Array.from({ length: turns }, (_, index) => {
    const id = `turn-${index}`;
    return index % 2 === 0
      ? question(`Question ${index}: why does \`parseDuration\` return NaN?`, { id })
      : reply(`${REPLY}\n\n- the first of ${index}\n- and the second\n\n${REPLY}`, { id });
  });
}

function largeReply(): string {
  return `${EVERYTHING}\n\n`
    .repeat(Math.ceil(LARGE_REPLY_CHARS / EVERYTHING.length))
    .slice(0, LARGE_REPLY_CHARS);
}

/** Waits until all is drawn, also what is drawn in slices, and reads the memory. */
async function readMemory(panel: PanelPage): Promise<PageMemory> {
  await panel.page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        const end = (): void => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(end, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, quiet);
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true });
      }),
    QUIET_MS,
  );
  const devtools = await panel.page.context().newCDPSession(panel.page);
  try {
    // Twice: the first one runs finalizers, which release more.
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize, backingStorageSize } =
      await devtools.send('Runtime.getHeapUsage');
    const { nodes } = await devtools.send('Memory.getDOMCounters');
    return { heap: usedSize + backingStorageSize, dom: embedderHeapUsedSize, nodes };
  } finally {
    await devtools.detach();
  }
}
