import type { Page } from 'playwright-core';
import { type Moment, type MomentName, type PanelStages, panelStages } from './panelStages.ts';

type Report = (name: MomentName, time: number) => void;

/** In ms: a panel that takes longer does not come. */
const PATIENCE = 30_000;

/** Learns from every frame of a page when the panel came how far, by the browser's clock. */
export class PanelProbe {
  readonly #moments: Moment[] = [];
  readonly #waiting = new Map<MomentName, () => void>();

  /** To be called before the page is opened. */
  async watch(page: Page): Promise<void> {
    await page.exposeFunction('reportMoment', (name: MomentName, time: number) => {
      this.#moments.push({ name, time });
      this.#waiting.get(name)?.();
    });
    await page.addInitScript(reportMoments);
  }

  /** Waits for the first moment of this name; rejects when it does not come. */
  async seen(name: MomentName): Promise<void> {
    if (this.#moments.some((moment) => moment.name === name)) {
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No "${name}" in ${PATIENCE / 1000} s`)), PATIENCE);
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

/** Runs in every frame before its own scripts. It is sent there as text, so it may use nothing around it. */
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
  // A timer and not an observer: VS Code writes the page into this document by `document.open`, which takes away
  // listeners, and a frame that is not shown yet draws no animation frames.
  let isSeen = false;
  const timer = setInterval(() => {
    const composer = document.querySelector('textarea[aria-label="Message"]');
    if (composer === null) {
      return;
    }
    if (!isSeen) {
      isSeen = true;
      reportMoment('composer', start + performance.now());
      composer.addEventListener('input', () => reportMoment('usable', start + performance.now()), {
        once: true,
      });
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
