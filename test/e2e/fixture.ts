import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import type { Browser } from 'playwright-core';
import type { ChatReply } from '../../src/contract/chatReply.ts';
import { type FaultyService, startFaultyService } from '../faults/faultyService.ts';
import { launchChromium } from '../harness/chromium.ts';
import { copySample } from '../harness/sampleCopy.ts';
import { NEWEST, vscodeVersion } from '../harness/vscode/versions.ts';
import { type Payload, type RunningVscode, startVscode } from '../harness/vscode/vscodeServer.ts';
import { startWithoutServer } from '../harness/vscode/withoutServer.ts';
import { openWorkbench, type Workbench } from '../harness/vscode/workbench.ts';
import { filesIn } from './leftovers.ts';

/** What the end-to-end tests of one file share. */
export interface EndToEnd {
  readonly vscode: RunningVscode;
  readonly browser: Browser;
  /** A copy of the sample folder, open in the workbench. */
  readonly folder: string;
  readonly workbench: Workbench;
  readonly service: FaultyService;
}

export interface EndToEndOptions {
  /** User settings, which can contain the URL of the service. */
  readonly settings?: (service: FaultyService) => Readonly<Record<string, unknown>>;
  /** Environment variables of VS Code. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called with VS Code's data folder and the sample folder before VS Code starts. */
  readonly prepare?: (dataDir: string, folder: string) => Promise<void>;
  /** Whether VS Code shows notifications and dialogs as it does to users. */
  readonly dialogs?: boolean;
  /** What the window opens in place of the sample folder, see `RunningVscode.url`. */
  readonly open?: (folder: string) => string | undefined;
  /**
   * Opens the window in a browser without VS Code's server. Called with a temporary folder and the sample folder, returns
   * the folders of other extensions.
   */
  readonly withoutServer?: (temporary: string, folder: string) => Promise<readonly string[]>;
  /** Adds VS Code's built-in chat extension, with no one signed in. */
  readonly withChat?: boolean;
  /** Payload of the workbench page. */
  readonly payload?: Payload;
  /** Disables the Content Security Policy of all pages. */
  readonly bypassCsp?: boolean;
}

/**
 * Starts the local service, VS Code with the packaged extension, and a browser with its workbench before the tests of
 * the calling file, and stops them afterwards. `npm run test:e2e` passes the VS Code version and the package in
 * environment variables. Use the result only inside tests.
 */
export function endToEnd(options: EndToEndOptions = {}): EndToEnd {
  const cleanups: (() => Promise<void>)[] = [];
  let running: EndToEnd | undefined;

  before(async () => {
    const service = await startFaultyService();
    cleanups.unshift(() => service.close());
    const sample = await copySample();
    cleanups.unshift(() => sample.remove());
    const server = await startVscode({
      version: vscodeVersion(process.env['E2E_VSCODE'] ?? NEWEST.name),
      extensions: [installedExtension()],
      settings: options.settings?.(service) ?? {},
      env: options.env ?? {},
      takesTests: options.dialogs !== true,
      withChat: options.withChat ?? false,
      prepare: async (dataDir) => options.prepare?.(dataDir, sample.folder),
    });
    cleanups.unshift(() => server.stop());
    const others = await options.withoutServer?.(server.dataDir, sample.folder);
    let vscode = server;
    if (others !== undefined) {
      const front = await startWithoutServer(server, [installedExtension(), ...others]);
      cleanups.unshift(() => front.close());
      ({ vscode } = front);
    }
    const browser = await launchChromium();
    cleanups.unshift(() => browser.close());
    const workbench = await openWorkbench({
      vscode,
      browser,
      folder: options.open === undefined ? sample.folder : options.open(sample.folder),
      payload: options.payload ?? [],
      bypassPolicy: options.bypassCsp ?? false,
    });
    running = { vscode, browser, folder: sample.folder, workbench, service };
    try {
      await workbench.ready();
    } catch (error) {
      await saveDiagnostics(`${basename(process.argv[1] ?? '')} before its tests`);
      throw error;
    }
  });

  afterEach(async (context) => {
    if ('passed' in context && !context.passed) {
      await saveDiagnostics(context.name);
    }
  });

  async function saveDiagnostics(name: string): Promise<void> {
    const folder = await running?.workbench.saveDiagnostics(name);
    console.log(`Screenshot, console and logs: ${folder}`);
  }

  after(async () => {
    const logs = running === undefined ? [] : await filesIn(join(running.vscode.dataDir, 'data/logs'));
    for (const cleanUp of cleanups) {
      await cleanUp();
    }
    // What the host can't read is a defect of the panel, whatever the tests were about.
    const unreadable = logs.flatMap(
      ({ content }) =>
        Buffer.from(content)
          .toString()
          .match(/unreadable message of the chat.*/g) ?? [],
    );
    assert.deepEqual(unreadable, []);
  });

  const started = (): EndToEnd => {
    if (!running) {
      throw new Error('Not started: use this inside a test');
    }
    return running;
  };
  return {
    get vscode() {
      return started().vscode;
    },
    get browser() {
      return started().browser;
    },
    get folder() {
      return started().folder;
    },
    get workbench() {
      return started().workbench;
    },
    get service() {
      return started().service;
    },
  };
}

/** Folder of the packaged extension, as VS Code installed it. */
function installedExtension(): string {
  const folder = process.env['E2E_EXTENSION'];
  if (folder === undefined) {
    throw new Error('Run these tests by `npm run test:e2e`, which packages and installs the extension');
  }
  return folder;
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly temperature?: number;
}

/** The questions that the service received. */
export function questionsTo({
  requests,
}: FaultyService): { readonly body: ChatBody; readonly text: string }[] {
  return requests
    .filter(({ path }) => path.endsWith('/chat'))
    .map(({ body, text = '' }) => ({ body: body as ChatBody, text }));
}

/** Body of the last question that the service received. */
export function lastChat(service: FaultyService): ChatBody {
  const last = questionsTo(service).at(-1);
  assert.ok(last, 'No question arrived');
  return last.body;
}

/** Makes the service reply to the next question with this text, as soon as `when` resolves. */
export function replyNext(service: FaultyService, text: string, when?: Promise<unknown>): void {
  const reply: ChatReply = {
    id: 'msg_scripted',
    type: 'message',
    role: 'assistant',
    model: 'assistant-sonnet-4',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 412, output_tokens: 168 },
  };
  service.failNext(200, JSON.stringify(reply), {}, when);
}

/** A second window of the same user: in the same browser profile, on the same folder, with the chat shown. */
export async function secondWindow({
  vscode,
  browser,
  folder,
  workbench,
  service,
}: EndToEnd): Promise<EndToEnd> {
  const second = await openWorkbench({ vscode, browser, folder, beside: workbench });
  await second.ready();
  await second.showPanel();
  return { vscode, browser, folder, workbench: second, service };
}
