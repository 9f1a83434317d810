import type { Browser, Locator, Page } from 'playwright-core';
import type { PanelStrings } from '../../src/protocol/strings.ts';
import { type PanelRequest, type ToHost, toHostSchema } from '../../src/protocol/toHost.ts';
import { type ToPanel, toPanelSchema } from '../../src/protocol/toPanel.ts';
import type { PanelPages } from './panelServer.ts';
import { STRINGS } from './strings.ts';
import type { ThemeKind } from './themes.ts';

export interface PanelPageOptions {
  readonly server: PanelPages;
  readonly browser: Browser;
  readonly theme?: ThemeKind;
  readonly width?: number;
  readonly height?: number;
  readonly strings?: PanelStrings;
  /** What VS Code kept of an earlier life of the view. */
  readonly savedState?: unknown;
  /** Leaves the page's policy out of force, to see what the panel alone lets through. */
  readonly bypassPolicy?: boolean;
}

declare global {
  interface Window {
    stubPosted(message: unknown): void;
    stubState: unknown;
    violations: string[];
    announced: string[];
  }
}

/** Opens the panel in a page of its own, with a stub in the place of VS Code, and waits until it is ready. */
export async function openPanel(options: PanelPageOptions): Promise<PanelPage> {
  const { server, browser, theme = 'dark', width = 340, height = 700, strings = STRINGS } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    bypassCSP: options.bypassPolicy ?? false,
  });
  const page = await context.newPage();
  const panel = new PanelPage(page, server.origin);
  await page.exposeFunction('stubPosted', (message: unknown) => panel.take(message));
  await page.addInitScript((savedState) => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
    window.stubState = savedState;
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
  await page.goto(server.url(theme, strings));
  await panel.posted('ready');
  await page.evaluate(() => {
    window.announced = [];
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      window.announced.push(...added.map((line) => line.textContent ?? ''));
    }).observe(document.querySelector('.announcements') ?? document, { childList: true });
  });
  return panel;
}

/** The panel as its reader and its host see it. The host is a stub: it records, and answers as it is told. */
export class PanelPage {
  readonly page: Page;
  /** Everything that the panel said, in order; each is one of the protocol's messages. */
  readonly said: ToHost[] = [];
  /** Requests for anything but the panel's own files. */
  readonly strangeRequests: string[] = [];
  readonly errors: string[] = [];
  /** All that the page's console said, errors too. */
  readonly console: string[] = [];
  /** How requests are answered: `undefined` for well, a sentence for badly, `'silence'` for not at all. */
  answer: (request: PanelRequest) => string | undefined = () => undefined;
  #listeners: (() => void)[] = [];

  constructor(page: Page, origin: string) {
    this.page = page;
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`)) {
        this.strangeRequests.push(request.url());
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

  async text(part: Locator): Promise<string> {
    return (await part.textContent()) ?? '';
  }

  /** What the host says. */
  async tell(...messages: ToPanel[]): Promise<void> {
    await this.page.evaluate(
      (all) => {
        for (const message of all) {
          window.postMessage(message, window.origin);
        }
        // Messages are handled in order: when this one has come, so have the others.
        return new Promise<void>((resolve) => {
          const end = { type: 'endOfStub' };
          window.addEventListener('message', function heard(event) {
            if (event.data?.type === end.type) {
              window.removeEventListener('message', heard);
              resolve();
            }
          });
          window.postMessage(end, window.origin);
        });
      },
      messages.map((message) => toPanelSchema.parse(message)),
    );
  }

  /** Waits for the next animation frame to be over. */
  async frame(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  /** Stops the page's clock at a moment, in ms: from now on only `page.clock` moves it, and never a busy machine. */
  async stopClock(at = 1_000_000): Promise<void> {
    // It runs until it is paused, and can only be paused ahead of where it is.
    await this.page.clock.install({ time: at - 600_000 });
    await this.page.clock.pauseAt(at);
  }

  saidOf<Type extends ToHost['type']>(type: Type): Extract<ToHost, { type: Type }>[] {
    return this.said.filter((message): message is Extract<ToHost, { type: Type }> => message.type === type);
  }

  /** Waits until the panel has said `count` messages of this type; gives the last of them. */
  async posted<Type extends ToHost['type']>(type: Type, count = 1): Promise<Extract<ToHost, { type: Type }>> {
    for (;;) {
      const message = this.saidOf(type)[count - 1];
      if (message !== undefined) {
        return message;
      }
      await new Promise<void>((resolve) => this.#listeners.push(resolve));
    }
  }

  /** Everything that a screen reader was told so far of replies and of suggestions, in order. */
  async announced(): Promise<string[]> {
    return this.page.evaluate(() => window.announced);
  }

  /** Waits until a screen reader is told this. */
  async untilAnnounced(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => window.announced.includes(wanted), text);
  }

  async violations(): Promise<string[]> {
    return this.page.evaluate(() => window.violations);
  }

  async take(message: unknown): Promise<void> {
    const said = toHostSchema.parse(message);
    this.said.push(said);
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) {
      listener();
    }
    if ('requestId' in said) {
      const error = this.answer(said);
      if (error !== 'silence') {
        await this.tell({
          type: 'response',
          requestId: said.requestId,
          ...(error !== undefined && { error }),
        });
      }
    }
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
