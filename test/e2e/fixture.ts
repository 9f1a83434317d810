import { basename } from 'node:path';
import { after, afterEach, before } from 'node:test';
import type { Browser } from 'playwright-core';
import type { ChatReply } from '../../src/contract/chatReply.ts';
import { type FaultyService, startFaultyService } from '../faults/faultyService.ts';
import { launchChromium } from '../harness/chromium.ts';
import { copySample } from '../harness/sampleCopy.ts';
import { NEWEST, vscodeVersion } from '../harness/vscode/versions.ts';
import { type Payload, type RunningVscode, startVscode } from '../harness/vscode/vscodeServer.ts';
import { openWorkbench, type Workbench } from '../harness/vscode/workbench.ts';

/** What a file of end-to-end tests works with; the same for all tests of the file. */
export interface EndToEnd {
  readonly vscode: RunningVscode;
  readonly browser: Browser;
  /** A copy of the sample folder, open in the workbench. */
  readonly folder: string;
  readonly workbench: Workbench;
  readonly service: FaultyService;
}

export interface EndToEndOptions {
  /** User settings; given the service, so that its address can be among them. */
  readonly settings?: (service: FaultyService) => Readonly<Record<string, unknown>>;
  /** Variables of VS Code's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the folder of VS Code's data and the sample folder, before VS Code sees them for the first time. */
  readonly prepare?: (dataDir: string, folder: string) => Promise<void>;
  /** VS Code shows notifications and dialogs as a user sees them. */
  readonly dialogs?: boolean;
  /** For the page of the workbench. */
  readonly payload?: Payload;
  /** Leaves the policies of all pages out of force. */
  readonly bypassPolicy?: boolean;
}

/**
 * Starts the local service, a VS Code with the packaged extension installed, and a browser with its workbench, before
 * the tests of the calling file; ends them after. Which VS Code, and which package, `npm run test:e2e` says in the
 * environment. The result may be used inside tests alone.
 */
export function endToEnd(options: EndToEndOptions = {}): EndToEnd {
  const undo: (() => Promise<void>)[] = [];
  let running: EndToEnd | undefined;

  before(async () => {
    const service = await startFaultyService();
    undo.unshift(() => service.close());
    const sample = await copySample();
    undo.unshift(() => sample.remove());
    const vscode = await startVscode({
      version: vscodeVersion(process.env['E2E_VSCODE'] ?? NEWEST.name),
      extensions: [installedExtension()],
      settings: options.settings?.(service) ?? {},
      env: options.env ?? {},
      takesTests: options.dialogs !== true,
      prepare: async (dataDir) => options.prepare?.(dataDir, sample.folder),
    });
    undo.unshift(() => vscode.stop());
    const browser = await launchChromium();
    undo.unshift(() => browser.close());
    const workbench = await openWorkbench({
      vscode,
      browser,
      folder: sample.folder,
      payload: options.payload ?? [],
      bypassPolicy: options.bypassPolicy ?? false,
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
    console.log(`Picture, console and logs: ${folder}`);
  }

  after(async () => {
    for (const end of undo) {
      await end();
    }
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

/** The folder of the packaged extension as VS Code has installed it. */
function installedExtension(): string {
  const folder = process.env['E2E_EXTENSION'];
  if (folder === undefined) {
    throw new Error('Run these tests by `npm run test:e2e`, which packages and installs the extension');
  }
  return folder;
}

/** Lets the service answer the next question with this text, in the place of what it would say by itself. */
export function answerNext(service: FaultyService, text: string): void {
  const reply: ChatReply = {
    id: 'msg_scripted',
    type: 'message',
    role: 'assistant',
    model: 'assistant-sonnet-4',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 412, output_tokens: 168 },
  };
  service.failNext(200, JSON.stringify(reply));
}
