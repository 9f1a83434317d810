import { trustedScriptUrl } from '../trustedScriptUrl.ts';
import type { FromWorker, ToWorker } from './worker/messages.ts';

interface TokenizationListener {
  onColorized(result: FromWorker): void;
  /** Called once if the worker can't start or was terminated. It is not restarted. */
  onFailed(): void;
}

const TICK_MS = 1000;
/** Maximum number of ticks without a result. A line that takes longer would probably never finish. */
const MAX_SILENT_TICKS = 30;

/**
 * The worker that tokenizes code, started with its first message. Malicious text can make a grammar run forever: then
 * the worker is terminated. The page is never blocked.
 */
export class TokenizationWorker {
  readonly #scriptUrl: string;
  readonly #listener: TokenizationListener;
  #worker: Promise<Worker | undefined> | undefined;
  /** Blocks with text that is not completely tokenized. */
  readonly #pendingBlocks = new Set<number>();
  #ticks = 0;
  #timer: number | undefined;
  #hasFailed = false;

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

  /** Counts only seconds in which the page ran: while the machine sleeps, so does the worker. */
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

/**
 * VS Code serves a webview's files from another origin, from which browsers don't start workers. Therefore the script
 * is fetched and loaded from a blob (https://code.visualstudio.com/api/extension-guides/webview#using-web-workers).
 */
async function createWorker(scriptUrl: string): Promise<Worker> {
  const response = await fetch(scriptUrl);
  if (!response.ok) {
    throw new Error(`The worker script could not be loaded: ${response.status}`);
  }
  const script = new Blob([await response.arrayBuffer()], { type: 'text/javascript' });
  const blobUrl = URL.createObjectURL(script);
  try {
    return new Worker(trustedScriptUrl('code-worker', blobUrl));
  } finally {
    URL.revokeObjectURL(blobUrl);
  }
}
