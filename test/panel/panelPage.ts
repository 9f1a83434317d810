import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { PAGE_SHOWN } from '../../src/protocol/panelPage.ts';
import { type PanelRequest, type ToHost, toHostSchema } from '../../src/protocol/toHost.ts';
import type { PanelState, RequestResult, ToPanel } from '../../src/protocol/toPanel.ts';
import type { PanelServer, Translations } from './panelServer.ts';
import type { ThemeKind } from './themes.ts';

export interface PanelPageOptions {
  readonly server: PanelServer;
  readonly browser: Browser;
  readonly theme?: ThemeKind;
  readonly width?: number;
  readonly height?: number;
  readonly translations?: Translations;
  /** The draft that stands in the page. */
  readonly draft?: string;
  /** Called when nothing of the page but the script in its HTML has run. The rest runs afterwards. */
  readonly whileLoading?: (panel: PanelPage) => Promise<void>;
  /** State that VS Code has saved for an earlier page of the view. */
  readonly savedState?: unknown;
  /** Disables the page's Content Security Policy, to test the panel without this second defense. */
  readonly bypassCsp?: boolean;
}

declare global {
  interface Window {
    stubPosted(message: unknown): void;
    stubState: unknown;
    violations: string[];
    announced: string[];
    /** Animation frames that the panel has requested and that have not run yet. */
    pendingFrames: Set<number>;
    untilDrawn(): Promise<void>;
  }
}

/** A message of the host. One without a conversation is about the one that the panel shows. */
export type HostMessage = ToPanel extends infer Message
  ? Message extends { conversationId: string }
    ? Message extends PanelState
      ? Message
      : Omit<Message, 'conversationId'> & { conversationId?: string }
    : Message
  : never;

/** Opens the panel in a new page with a stub of VS Code. Resolves when the panel is ready. */
export async function openPanel(options: PanelPageOptions): Promise<PanelPage> {
  const {
    server,
    browser,
    theme = 'dark',
    width = 340,
    height = 700,
    translations = {},
    draft = '',
  } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    bypassCSP: options.bypassCsp ?? false,
  });
  const page = await context.newPage();
  const panel = new PanelPage(page, server.origin);
  await page.exposeFunction('stubPosted', (message: unknown) => panel.onPosted(message));
  await page.addInitScript((savedState) => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
    window.stubState = savedState;
    const request = window.requestAnimationFrame.bind(window);
    const cancel = window.cancelAnimationFrame.bind(window);
    window.pendingFrames = new Set();
    window.requestAnimationFrame = (callback) => {
      const frame = request((now) => {
        window.pendingFrames.delete(frame);
        callback(now);
      });
      window.pendingFrames.add(frame);
      return frame;
    };
    window.cancelAnimationFrame = (frame) => {
      window.pendingFrames.delete(frame);
      cancel(frame);
    };
    window.untilDrawn = async () => {
      while (window.pendingFrames.size > 0) {
        await new Promise(request);
      }
    };
    Object.assign(window, {
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) => window.stubPosted(message),
        getState: () => window.stubState,
        setState: (state: unknown) => {
          window.stubState = state;
        },
      }),
    });
  }, options.savedState);
  const { whileLoading } = options;
  if (whileLoading !== undefined) {
    await page.route('**/panel.js', async (route) => {
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
      await whileLoading(panel);
      await route.continue();
    });
  }
  await page.goto(server.url(theme, translations, draft));
  await panel.posted('ready');
  await page.evaluate(() => {
    window.announced = [];
    const observer = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      window.announced.push(...added.map((line) => line.textContent ?? ''));
    });
    for (const region of document.querySelectorAll('.announcements')) {
      observer.observe(region, { childList: true });
    }
  });
  return panel;
}

/** The panel as the user and the host see it. The host is a stub that records messages and responds to requests. */
export class PanelPage {
  readonly page: Page;
  #shownId = '';
  /** All messages that the panel has posted to the host, in order. */
  readonly postedMessages: ToHost[] = [];
  /** URLs of requests for other files than the panel's own. */
  readonly externalRequests: string[] = [];
  readonly errors: string[] = [];
  /** Messages that the host could not read, with the reason. */
  readonly unreadable: string[] = [];
  /** Output of the page's console, with uncaught errors. */
  readonly console: string[] = [];
  /**
   * Response to a request: `undefined` for success, what the host says about it, an error message, or `'silence'` for no
   * response.
   */
  respond: (request: PanelRequest) => string | RequestResult | undefined = () => undefined;
  #listeners: (() => void)[] = [];
  #inputMethod: Promise<CDPSession> | undefined;

  constructor(page: Page, origin: string) {
    this.page = page;
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`)) {
        this.externalRequests.push(request.url());
      }
    });
    page.on('pageerror', (error) => {
      this.errors.push(error.message);
      this.console.push(`uncaught: ${error.stack ?? error.message}`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') {
        this.errors.push(message.text());
      }
      this.console.push(`${message.type()}: ${message.text()}`);
    });
  }

  get log(): Locator {
    return this.page.getByRole('log', { name: 'Conversation' });
  }

  get textbox(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' });
  }

  async text(locator: Locator): Promise<string> {
    return (await locator.textContent()) ?? '';
  }

  /** Posts messages from the host to the panel. Resolves when the panel has handled them and drawn what they change. */
  async receive(...messages: HostMessage[]): Promise<void> {
    const addressed = messages.map((message) => {
      this.#shownId = message.type === 'shown' && !message.isLoading ? message.conversationId : this.#shownId;
      return { conversationId: this.#shownId, ...message };
    });
    await this.page.evaluate(async (all) => {
      for (const message of all) {
        window.postMessage(message, window.origin);
      }
      // Messages arrive in order, so this one arrives after all others.
      await new Promise<void>((resolve) => {
        // The response to no request: the panel ignores it.
        const end = { type: 'response', requestId: -1 };
        window.addEventListener('message', function onMessage(event) {
          if (event.data?.requestId === end.requestId) {
            window.removeEventListener('message', onMessage);
            resolve();
          }
        });
        window.postMessage(end, window.origin);
      });
      await window.untilDrawn();
    }, addressed);
  }

  /** Starts or changes a composition in the focused box, as an input method does. */
  async compose(text: string): Promise<void> {
    const at = { selectionStart: text.length, selectionEnd: text.length };
    await (await this.#session()).send('Input.imeSetComposition', { text, ...at });
  }

  /** Ends the composition with this text. */
  async commit(text: string): Promise<void> {
    await (await this.#session()).send('Input.insertText', { text });
  }

  #session(): Promise<CDPSession> {
    this.#inputMethod ??= this.page.context().newCDPSession(this.page);
    return this.#inputMethod;
  }

  /** Resolves after the next animation frame, and after all that the panel requests until then: slow work pauses. */
  async untilDrawn(): Promise<void> {
    await this.page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await window.untilDrawn();
    });
  }

  /** Resolves once the conversation has this number of turns, all drawn: a turn may be there before its text. */
  async untilTurns(count: number): Promise<void> {
    await this.page.waitForFunction((wanted) => document.querySelectorAll('.turn').length === wanted, count);
    await this.untilDrawn();
  }

  /** Stops the page's clock at a time, in ms. From then on only `page.clock` moves it, however slow the machine is. */
  async stopClock(at = 1_000_000): Promise<void> {
    // The clock runs until it is paused, and it can be paused only at a later time.
    await this.page.clock.install({ time: at - 600_000 });
    await this.page.clock.pauseAt(at);
  }

  postedOf<Type extends ToHost['type']>(type: Type): Extract<ToHost, { type: Type }>[] {
    return this.postedMessages.filter(
      (message): message is Extract<ToHost, { type: Type }> => message.type === type,
    );
  }

  /** Waits until the panel has posted `count` messages of this type, and returns the last of them. */
  async posted<Type extends ToHost['type']>(type: Type, count = 1): Promise<Extract<ToHost, { type: Type }>> {
    for (;;) {
      const message = this.postedOf(type)[count - 1];
      if (message !== undefined) {
        return message;
      }
      await new Promise<void>((resolve) => this.#listeners.push(resolve));
    }
  }

  /** All announcements to screen readers so far about replies and suggestions, in order. */
  async announced(): Promise<string[]> {
    return this.page.evaluate(() => window.announced);
  }

  /** Resolves when this text has been announced to screen readers. */
  async untilAnnounced(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => window.announced.includes(wanted), text);
  }

  async violations(): Promise<string[]> {
    return this.page.evaluate(() => window.violations);
  }

  async onPosted(data: unknown): Promise<void> {
    if (Object(data).type === PAGE_SHOWN.type) {
      return;
    }
    const parsed = toHostSchema.safeParse(data);
    if (!parsed.success) {
      this.unreadable.push(`${JSON.stringify(data).slice(0, 200)}: ${parsed.error.message}`);
      return;
    }
    const message = parsed.data;
    this.postedMessages.push(message);
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) {
      listener();
    }
    if ('requestId' in message) {
      const result = this.respond(message);
      if (result !== 'silence') {
        await this.receive({
          type: 'response',
          requestId: message.requestId,
          result: typeof result === 'string' ? { kind: 'error', text: result } : result,
        });
      }
    }
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
