import type { Page } from 'playwright-core';
import { type Moment, type PanelStages, panelStages } from './panelStages.ts';

type MomentName = Moment['name'];

type Report = (name: MomentName, time: number) => void;

/** Timeout of each moment, in ms. */
const TIMEOUT_MS = 30_000;

/**
 * Records when a webview's page with a text box reaches each stage, from all frames of a window, by the browser's
 * clock. Knows nothing of the page except that its first text box is the composer.
 */
export class PanelProbe {
  readonly #moments: Moment[] = [];
  readonly #waiting = new Map<MomentName, () => void>();

  /** Must be called before the page is opened. */
  async watch(page: Page): Promise<void> {
    await page.exposeFunction('reportMoment', (name: MomentName, time: number) => {
      this.#moments.push({ name, time });
      this.#waiting.get(name)?.();
    });
    await page.addInitScript(reportMoments);
  }

  /** Forgets what was recorded. Must be called before the Enter that is measured. */
  clear(): void {
    this.#moments.length = 0;
  }

  /** Waits for the first moment of this name. Rejects if it does not occur in time. */
  async waitFor(name: MomentName): Promise<void> {
    if (this.#moments.some((moment) => moment.name === name)) {
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        const seen = [...new Set(this.#moments.map((moment) => moment.name))];
        reject(new Error(`No "${name}" in ${TIMEOUT_MS / 1000} s after ${seen.join(', ')}`));
      }, TIMEOUT_MS);
      this.#waiting.set(name, () => {
        clearTimeout(timer);
        this.#waiting.delete(name);
        resolve();
      });
    });
  }

  stages(): PanelStages {
    return panelStages(this.#moments);
  }
}

/** Runs in every frame before its own scripts. It is serialized, so it can't access anything outside. */
function reportMoments(): void {
  const { reportMoment } = globalThis as unknown as { reportMoment: Report };
  const start = performance.timeOrigin;
  const report = (name: MomentName, time: number): void => reportMoment(name, start + time);
  if (window === window.top) {
    addEventListener('keydown', ({ key, timeStamp }) => key === 'Enter' && report('enter', timeStamp), true);
    return;
  }
  if (window.parent === window.top) {
    report('frame', 0);
    return;
  }
  const isTextBox = (target: EventTarget | null): boolean => target instanceof HTMLTextAreaElement;
  const reportFocus = (): void => {
    if (isTextBox(document.activeElement) && document.hasFocus()) {
      report('focused', performance.now());
    }
  };
  const reportInput = ({ target }: Event): void => {
    if (!(target instanceof HTMLTextAreaElement && target.checkVisibility())) {
      return;
    }
    const time = performance.now();
    report('document', 0);
    for (const entry of performance.getEntriesByType('resource')) {
      if (entry instanceof PerformanceResourceTiming && entry.initiatorType === 'script') {
        report('script', entry.responseEnd);
      }
    }
    report('usable', time);
  };
  const conversationObserver = new MutationObserver(() => {
    if (document.querySelector('.turn .markdown > *') !== null) {
      conversationObserver.disconnect();
      report('conversation', performance.now());
    }
  });
  const observer = new MutationObserver(() => {
    if (document.querySelector('textarea') !== null) {
      observer.disconnect();
      report('composer', performance.now());
      // On the window, since the box may be replaced.
      addEventListener('focus', reportFocus, true);
      addEventListener('input', reportInput, true);
      reportFocus();
    }
  });
  // VS Code loads an empty document and writes the page into it with `document.open`, which removes all listeners, but
  // no observers.
  addEventListener('DOMContentLoaded', () => {
    observer.observe(document, { childList: true, subtree: true });
    conversationObserver.observe(document, { childList: true, subtree: true });
  });
}
