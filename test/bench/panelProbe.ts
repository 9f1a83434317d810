import type { Page } from 'playwright-core';
import { type Moment, type MomentName, type PanelStages, panelStages } from './panelStages.ts';

type Report = (name: MomentName, time: number) => void;

/** Timeout of each moment, in ms. */
const TIMEOUT_MS = 30_000;

/** Records when the panel reaches each stage, from all frames of a page, by the browser's clock. */
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

  /** Waits for the first moment of this name. Rejects if it does not occur in time. */
  async waitFor(name: MomentName): Promise<void> {
    if (this.#moments.some((moment) => moment.name === name)) {
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No "${name}" in ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
      this.#waiting.set(name, () => {
        clearTimeout(timer);
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
  if (window === window.top) {
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => key === 'Enter' && reportMoment('enter', start + timeStamp),
      true,
    );
    return;
  }
  if (window.parent === window.top) {
    reportMoment('webviewFrame', start);
    return;
  }
  // A timer instead of an observer: VS Code writes the page with `document.open`, which removes listeners, and a
  // hidden frame has no animation frames.
  let isSeen = false;
  const timer = setInterval(() => {
    const composer = document.querySelector('textarea[aria-label="Message"]');
    if (composer === null) {
      return;
    }
    if (!isSeen) {
      isSeen = true;
      reportMoment('composer', start + performance.now());
      // The box may be replaced.
      composer.parentElement?.addEventListener(
        'input',
        () => reportMoment('usable', start + performance.now()),
        {
          once: true,
        },
      );
    }
    if (document.activeElement === composer && document.hasFocus()) {
      clearInterval(timer);
      reportMoment('focused', start + performance.now());
      reportMoment('panelFrame', start);
      for (const entry of performance.getEntriesByType('resource')) {
        if (entry instanceof PerformanceResourceTiming && entry.name.endsWith('/panel.js')) {
          reportMoment('scriptLoaded', start + entry.responseEnd);
        }
      }
    }
  }, 1);
}
