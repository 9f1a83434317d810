import type { Page } from 'playwright-core';
import type { Moment, MomentName } from './panelStages.ts';

type Report = (name: MomentName, time: number) => void;

export interface PanelProbe {
  readonly moments: readonly Moment[];
  /** Waits until a moment was reported; rejects after 30 s. */
  seen(name: MomentName): Promise<void>;
}

/** In ms: a panel that takes longer does not come. */
const PATIENCE = 30_000;

/** Makes every frame of a page report its moments, by the browser's clock. To be called before the page is opened. */
export async function probePanel(page: Page): Promise<PanelProbe> {
  const moments: Moment[] = [];
  const waiting = new Map<MomentName, () => void>();
  await page.exposeFunction('reportMoment', (name: MomentName, time: number) => {
    moments.push({ name, time });
    waiting.get(name)?.();
  });
  await page.addInitScript(reportMoments);
  return {
    moments,
    seen: (name) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`No "${name}" within ${PATIENCE / 1000} s`)),
          PATIENCE,
        );
        const found = (): void => {
          clearTimeout(timer);
          resolve();
        };
        waiting.set(name, found);
        if (moments.some((moment) => moment.name === name)) {
          found();
        }
      }),
  };
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
