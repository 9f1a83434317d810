import type { Browser, CDPSession } from 'playwright-core';
import { launchChromium } from '../../harness/chromium.ts';
import { openPanel } from '../../panel/panelPage.ts';
import { type PanelServer, startPanelServer } from '../../panel/panelServer.ts';
import { growing, question, reply, state } from '../../panel/samples.ts';
import { SHAPES } from './shapes.ts';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/**
 * Prints the longest tasks of the panel's main thread (CPU time, in ms) while a difficult reply is drawn whole, streams, and
 * is scrolled through: `node test/bench/streaming/measureTasks.ts [name pattern] [whole,stream,scroll]`.
 */
const STREAMED_PIECES = 300;

async function traced(session: CDPSession, work: () => Promise<void>) {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'devtools.timeline'],
      excludedCategories: ['*'],
      traceBufferSizeInKb: 400_000,
    },
  } as never);
  await work();
  await session.send('Tracing.end');
  await done;
  return events;
}

async function measure(server: PanelServer, browser: Browser, text: string, mode: string) {
  const panel = await openPanel({ server, browser, width: 400, height: 800 });
  const page = panel.page;
  const session = await browser.newBrowserCDPSession();
  const id = 'reply-1';
  await panel.receive(state({ turns: [question('Why?'), mode === 'whole' ? reply('') : growing('')] }));
  if (mode === 'scroll') {
    await panel.receive({ type: 'replyChanged', turn: reply(text) } as never);
    await panel.untilDrawn();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  }
  await page.evaluate(({ text }) => Object.assign(window, { text }), { text });
  const events = await traced(session, async () => {
    await page.evaluate(
      async ({ mode, id, pieces, final }) => {
        const { text } = window as unknown as { text: string };
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const post = (data: object) =>
          window.postMessage({ conversationId: 'conversation-1', ...data }, window.origin);
        if (mode === 'whole') {
          post({ type: 'replyChanged', turn: { ...final, text } });
        } else if (mode === 'stream') {
          const piece = Math.max(40, Math.ceil(text.length / pieces));
          for (let at = 0; at < text.length; at += piece) {
            post({ type: 'replyText', turnId: id, text: text.slice(at, at + piece) });
            await frame();
          }
          await frame();
          post({ type: 'replyChanged', turn: { ...final, text } });
        } else {
          const log = document.querySelector('.log') as HTMLElement;
          for (const part of [0, 0.5, 1, 0.25, 0.75]) {
            log.scrollTop = (log.scrollHeight - log.clientHeight) * part;
            await frame();
            await frame();
          }
          for (let page = 0; page < 20; page++) {
            log.scrollBy(0, -600);
            await frame();
          }
        }
        await frame();
        await frame();
        await window.untilDrawn();
        await new Promise((resolve) => setTimeout(resolve, 500));
        await window.untilDrawn();
      },
      { mode, id, pieces: STREAMED_PIECES, final: reply('') },
    );
  });
  const info = await page.evaluate(() => ({
    plain: document.querySelector('.plain-text') !== null,
    nodes: document.querySelectorAll('*').length,
    chars: document.querySelector('.markdown')?.textContent?.length ?? 0,
  }));
  await panel.close();
  const mains = new Set(
    events
      .filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain')
      .map((e) => `${e.pid} ${e.tid}`),
  );
  const tasks = events.filter(
    (e) => /RunTask$/.test(e.name) && e.ph === 'X' && mains.has(`${e.pid} ${e.tid}`),
  );
  const ms = (e: TraceEvent) => (e.tdur ?? e.dur ?? 0) / 1000;
  const longest = tasks.toSorted((a, b) => ms(b) - ms(a)).slice(0, 3);
  const total = tasks.reduce((sum, e) => sum + ms(e), 0);
  const [top] = longest;
  const inside =
    top &&
    events.filter(
      (e) =>
        e.pid === top.pid &&
        e.tid === top.tid &&
        e.ph === 'X' &&
        e !== top &&
        e.ts >= top.ts &&
        e.ts + (e.dur ?? 0) <= top.ts + (top.dur ?? 0) &&
        !/RunTask$/.test(e.name),
    );
  const parts = new Map<string, number>();
  for (const e of inside ?? []) parts.set(e.name, (parts.get(e.name) ?? 0) + ms(e));
  const shown = [...parts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([n, t]) => `${n} ${t.toFixed(0)}`)
    .join(', ');
  console.log(
    `${mode.padEnd(7)} longest ${longest.map((e) => ms(e).toFixed(0)).join('/')} ms (wall ${top ? ((top.dur ?? 0) / 1000).toFixed(0) : ''}) >50: ${tasks.filter((e) => ms(e) > 50).length} total ${total.toFixed(0)} ms nodes ${info.nodes} chars ${info.chars}${info.plain ? ' PLAIN' : ''} | ${shown}${panel.errors.length ? ` ERRORS ${panel.errors}` : ''}`,
  );
}

const only = process.argv[2];
const modes = (process.argv[3] ?? 'whole,stream,scroll').split(',');
const server = await startPanelServer();
try {
  for (const [name, make] of Object.entries(SHAPES)) {
    if (only && !new RegExp(only).test(name)) continue;
    const text = make();
    console.log(`## ${name} (${text.length})`);
    for (const mode of modes) {
      const browser = await launchChromium();
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<string>((resolve) => {
        timer = setTimeout(() => resolve('timeout'), 60_000);
      });
      const result = await Promise.race([
        measure(server, browser, text, mode).catch((e) =>
          console.log(mode, 'FAILED', String(e).slice(0, 200)),
        ),
        timeout,
      ]);
      clearTimeout(timer);
      if (result === 'timeout') {
        console.log(mode, 'TIMEOUT');
      }
      await browser.close().catch(() => undefined);
    }
  }
} finally {
  await server.close();
}
process.exit(0);
