import type { Page } from 'playwright-core';
import { launchChromium } from '../../harness/chromium.ts';
import { copySample } from '../../harness/sampleCopy.ts';
import { NEWEST } from '../../harness/vscode/versions.ts';
import { startVscode } from '../../harness/vscode/vscodeServer.ts';
import { openWorkbench, type Workbench } from '../../harness/vscode/workbench.ts';
import { writeLongConversation, writeWorkspaceState } from './longConversation.ts';
import type { PanelProbe } from './panelProbe.ts';
import type { PanelStages } from './panelStages.ts';
import type { Subject } from './subjects.ts';

/** Pause after VS Code has started, so that its own work does not distort the measurement, in ms. */
const SETTLE_MS = 2000;

/** Timeout of VS Code's own steps, in ms. */
const TIMEOUT_MS = 60_000;

/**
 * Runs `use` in the newest VS Code with one installed extension, a new profile, and a new browser, when all has started.
 * @throws Error with the path of a screenshot if `use` throws
 */
export async function inFreshVscode<T>(
  subject: Subject,
  probe: PanelProbe,
  use: (workbench: Workbench) => Promise<T>,
): Promise<T> {
  const sample = await copySample();
  const vscode = await startVscode({
    version: NEWEST,
    extensions: [subject.folder],
    ...(subject.isLong && { prepare: writeLongConversation }),
  });
  try {
    const browser = await launchChromium();
    try {
      const workbench = await openWorkbench({
        vscode,
        browser,
        folder: sample.folder,
        prepare: async (page) => {
          await probe.watch(page);
          if (subject.isLong) {
            await writeWorkspaceState(page, vscode.url(sample.folder));
          }
        },
      });
      try {
        await waitUntilSettled(workbench.page, subject);
        return await use(workbench);
      } catch (error) {
        throw new Error(await explain(error, workbench), { cause: error });
      }
    } finally {
      await browser.close();
    }
  } finally {
    await vscode.stop();
    await sample.remove();
  }
}

/** Opens the view by command and types a key into it as soon as possible. */
export async function openView(page: Page, subject: Subject, probe: PanelProbe): Promise<PanelStages> {
  await pressCommand(page, subject.command, () => probe.clear());
  await probe.waitFor('focused');
  await page.keyboard.press('x');
  await probe.waitFor('usable');
  return probe.stages();
}

async function explain(error: unknown, workbench: Workbench): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  const screenshot = await workbench.screenshot('bench-failed');
  return [message, ...workbench.consoleErrors, `Screenshot: ${screenshot}`].join('\n');
}

/** Waits until VS Code reports that everything has started, and then a little longer. */
async function waitUntilSettled(page: Page, { container }: Subject): Promise<void> {
  await page
    .locator(`.activitybar .action-item a[aria-label^="${container}"]`)
    .waitFor({ timeout: TIMEOUT_MS });
  await page.waitForFunction(
    () => performance.getEntriesByName('code/LifecyclePhase/Eventually').length > 0,
    undefined,
    { timeout: TIMEOUT_MS },
  );
  await page.waitForTimeout(SETTLE_MS);
}

/** Runs the command with Enter when the palette shows it. */
async function pressCommand(page: Page, command: string, onWillPress: () => void): Promise<void> {
  await page.keyboard.press('F1');
  const palette = page.locator('.quick-input-widget');
  await palette.locator('input[type="text"]').fill(`>${command}`);
  await palette
    .locator('.monaco-list-row.focused')
    .filter({ has: page.getByText(command, { exact: true }) })
    .waitFor();
  onWillPress();
  await page.keyboard.press('Enter');
}
