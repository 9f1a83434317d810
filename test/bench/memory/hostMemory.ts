import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReplyPart } from '../../../src/localService/chat/reply.ts';
import { countTokens, splitByTokens } from '../../../src/localService/chat/tokens.ts';
import type { Interceptor } from '../../../src/localService/interceptor.ts';
import { type LocalService, startLocalService } from '../../../src/localService/server.ts';
import { extensionHosts } from '../../harness/vscode/extensionHosts.ts';
import type { Workbench } from '../../harness/vscode/workbench.ts';
import { sampleText, seededRandom } from '../history/sampleText.ts';
import { inFreshVscode, openView } from '../panel/freshVscode.ts';
import { PanelProbe } from '../panel/panelProbe.ts';
import type { Subject } from '../panel/subjects.ts';

/** Memory of the extension host after a forced garbage collection, in bytes. */
export interface HostMemory {
  /** `heapUsed` and `external` of Node.js. */
  readonly used: number;
  /** Resident size of the process. */
  readonly resident: number;
}

export interface HostMemories {
  /** With the view open. */
  readonly viewed: HostMemory;
  /** After `QUESTIONS` more. Missing if none was to be asked. */
  readonly asked?: HostMemory;
}

/** An extension that reports the memory of the extension host in which it runs. */
const METER = join(import.meta.dirname, 'meter');

const QUESTIONS = 100;
const REPLY_CHARS = 2000;

/** Pause until what an action has started is done, in ms. */
const SETTLE_MS = 3000;
const TIMEOUT_MS = 30_000;
/** Timeout of one question, in ms. The rate limit allows 60 a minute. */
const QUESTION_TIMEOUT_MS = 120_000;

/**
 * Opens the view of an extension in a new VS Code.
 * @param asks whether to connect and to ask `QUESTIONS` questions, with replies of 2 KB
 */
export async function measureHostMemory(
  subject: Subject,
  asks: boolean,
  folder: string,
): Promise<HostMemories> {
  if (process.platform !== 'linux') {
    throw new Error('The memory of the extension host can be measured on Linux only');
  }
  const file = join(folder, 'memory.json');
  const probe = new PanelProbe();
  const fresh = { subject, probe, extensions: [METER], env: { BENCH_MEMORY_FILE: file } };
  return inFreshVscode(fresh, async (workbench, { dataDir }) => {
    await openView(workbench.page, subject, probe);
    const viewed = await readMemory(dataDir, file);
    if (!asks) {
      return { viewed };
    }
    const service = await startLocalService({ intercept: replyWithText });
    try {
      await connect(workbench, service);
      await ask(workbench, service);
      return { viewed, asked: await readMemory(dataDir, file) };
    } finally {
      await service.close();
    }
  });
}

async function readMemory(dataDir: string, file: string): Promise<HostMemory> {
  await pause(SETTLE_MS);
  const [id, ...others] = await extensionHosts(dataDir);
  if (id === undefined || others.length > 0) {
    throw new Error(`There are ${id === undefined ? 'no' : 'several'} extension hosts`);
  }
  await rm(file, { force: true });
  process.kill(id, 'SIGUSR2');
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end) {
    const json = await readFile(file, 'utf8').catch(() => undefined);
    if (json !== undefined) {
      const { heapUsed, external, rss } = JSON.parse(json) as NodeJS.MemoryUsage;
      return { used: heapUsed + external, resident: rss };
    }
    await pause(20);
  }
  throw new Error('The extension host did not report its memory');
}

const replyWithText: Interceptor = (_request, operation, next) => {
  if (operation !== 'chat') {
    return next();
  }
  const text = sampleText(REPLY_CHARS, seededRandom(1));
  return next({
    parts: async function* () {
      for (const part of splitByTokens(text)) {
        yield { type: 'text', text: part } satisfies ReplyPart;
      }
      const end = { stopReason: 'end_turn', inputTokens: 100, outputTokens: countTokens(text) } as const;
      yield { type: 'end', end };
    },
  });
};

/** Connects with the panel's button, as a user does. */
async function connect(workbench: Workbench, { baseUrl, keys }: LocalService): Promise<void> {
  const { page } = workbench;
  const button = workbench.panel().getByRole('button', { name: 'Connect' });
  await button.click();
  for (const [title, text] of [
    ['Base URL of the chat service', baseUrl],
    ['Your API key for', keys.active],
  ] as const) {
    const box = page.locator('.quick-input-widget:visible', { hasText: title });
    await box.locator('input.input:focus').fill(text);
    await page.keyboard.press('Enter');
  }
  await button.waitFor({ state: 'detached' });
}

async function ask(workbench: Workbench, service: LocalService): Promise<void> {
  const composer = workbench.panel().getByRole('textbox', { name: 'Message' });
  const send = workbench.panel().locator('.send-button[aria-label="Send"]');
  for (let count = 1; count <= QUESTIONS; count += 1) {
    await composer.fill(`Question ${count}: why does parseDuration return NaN?`);
    await send.and(workbench.panel().locator('[aria-disabled="false"]')).click();
    const hasAsked = (): boolean =>
      service.requests.filter(({ path }) => path.endsWith('/chat')).length >= count;
    await workbench.waitUntil(hasAsked, QUESTION_TIMEOUT_MS);
    await send.waitFor({ timeout: QUESTION_TIMEOUT_MS });
  }
}
