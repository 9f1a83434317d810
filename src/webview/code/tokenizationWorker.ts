import type { FromWorker, ToWorker } from './worker/messages.ts';

interface TokenizationListener {
  onColorized(found: FromWorker): void;
  /** There is no worker, or it was ended, and there will be none. */
  onFailed(): void;
}

/** A tick of the clock is a second; a line that takes that many of them is one that no grammar will end. */
const TICK_MS = 1000;
const MAX_SILENT_TICKS = 30;

/**
 * The worker that tokenises code, started with the first message to it. A hostile text can make a grammar take for
 * ever: then the worker is ended, and the page was never held up.
 */
export class TokenizationWorker {
  readonly #scriptUrl: string;
  readonly #listener: TokenizationListener;
  #worker: Promise<Worker | undefined> | undefined;
  /** The blocks with text that is not all coloured. */
  readonly #pendingBlocks = new Set<number>();
  #ticks = 0;
  #timer: number | undefined;
  #hasFailed = false;

  /** @param scriptUrl of the script, in the extension's folder */
  constructor(scriptUrl: string, listener: TokenizationListener) {
    this.#scriptUrl = scriptUrl;
    this.#listener = listener;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Messages arrive in order. */
  post(message: ToWorker): void {
    if (this.#hasFailed) {
      return;
    }
    this.#worker ??= this.#start();
    this.#trackPending(message);
    void this.#worker.then((worker) => worker?.postMessage(message));
  }

  #trackPending(message: ToWorker): void {
    if (message.type === 'code') {
      this.#pendingBlocks.add(message.block);
      this.#timer ??= window.setInterval(() => this.#tick(), TICK_MS);
    } else if (message.type === 'close') {
      this.#pendingBlocks.delete(message.block);
    } else if (message.type === 'theme') {
      this.#pendingBlocks.clear();
    }
  }

  /** Counts seconds in which the page ran: while the machine sleeps, the worker does too. */
  #tick(): void {
    this.#ticks++;
    if (this.#pendingBlocks.size === 0) {
      this.#stopTimer();
    } else if (this.#ticks > MAX_SILENT_TICKS) {
      this.#fail();
    }
  }

  #stopTimer(): void {
    window.clearInterval(this.#timer);
    this.#timer = undefined;
    this.#ticks = 0;
  }

  async #start(): Promise<Worker | undefined> {
    try {
      const worker = await createWorker(this.#scriptUrl);
      worker.addEventListener('error', () => this.#fail());
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        this.#ticks = 0;
        if (data.isUpToDate) {
          this.#pendingBlocks.delete(data.block);
        }
        this.#listener.onColorized(data);
      });
      return worker;
    } catch {
      this.#fail();
      return undefined;
    }
  }

  #fail(): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true;
      this.#stopTimer();
      void this.#worker?.then((worker) => worker?.terminate());
      this.#listener.onFailed();
    }
  }
}

/** The names of TypeScript's own library for this are not there yet. */
declare const trustedTypes: {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): unknown };
};

/**
 * VS Code serves a page's files from another origin, of which browsers take no worker: its text is fetched and
 * becomes a blob (https://code.visualstudio.com/api/extension-guides/webview#using-web-workers).
 */
async function createWorker(scriptUrl: string): Promise<Worker> {
  const response = await fetch(scriptUrl);
  if (!response.ok) {
    throw new Error(`The script of the worker is not there: ${response.status}`);
  }
  const script = new Blob([await response.arrayBuffer()], { type: 'text/javascript' });
  const blobAddress = URL.createObjectURL(script);
  const policy = trustedTypes.createPolicy('code-worker', {
    createScriptURL: (wanted) => (wanted === blobAddress ? wanted : ''),
  });
  try {
    return new Worker(policy.createScriptURL(blobAddress) as string);
  } finally {
    URL.revokeObjectURL(blobAddress);
  }
}
