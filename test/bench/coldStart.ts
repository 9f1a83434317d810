import type { Page } from 'playwright-core';
import { launchChromium } from '../harness/chromium.ts';
import { copySample } from '../harness/sampleCopy.ts';
import { NEWEST } from '../harness/vscode/versions.ts';
import { startVscode } from '../harness/vscode/vscodeServer.ts';
import { openWorkbench, type Workbench } from '../harness/vscode/workbench.ts';
import { PanelProbe } from './panelProbe.ts';
import type { PanelStages } from './panelStages.ts';
import { type ActivationStats, parseActivation } from './startupPerformance.ts';

const EXTENSION = 'assistant.assistant-chat';
const COMMAND = 'Assistant: Open Chat';

/** Measurements of one cold start. */
export interface ColdStart {
  readonly panel: PanelStages;
  readonly activation: ActivationStats;
}

/** Pause after VS Code has started, so that its own work does not distort the measurement, in ms. */
const SETTLE_MS = 2000;

/** Timeout of VS Code's own steps, in ms. */
const TIMEOUT_MS = 60_000;

/**
 * Starts the newest VS Code with the installed extension, a new profile, and a new browser. Opens the chat by command
 * as the first action.
 * @throws Error if a stage can't be measured
 */
export async function coldStart(extension: string): Promise<ColdStart> {
  const sample = await copySample();
  const vscode = await startVscode({ version: NEWEST, extensions: [extension] });
  try {
    const browser = await launchChromium();
    try {
      const probe = new PanelProbe();
      const workbench = await openWorkbench({
        vscode,
        browser,
        folder: sample.folder,
        prepare: (page) => probe.watch(page),
      });
      try {
        return await openChat(workbench, probe);
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

async function openChat(workbench: Workbench, probe: PanelProbe): Promise<ColdStart> {
  await waitUntilSettled(workbench);
  await pressCommand(workbench.page);
  await probe.waitFor('focused');
  await workbench.page.keyboard.press('x');
  await probe.waitFor('usable');
  return { panel: probe.stages(), activation: await readActivation(workbench) };
}

async function explain(error: unknown, workbench: Workbench): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  const screenshot = await workbench.screenshot('bench-failed');
  return [message, ...workbench.consoleErrors, `Screenshot: ${screenshot}`].join('\n');
}

/** Waits until VS Code reports that everything has started, and then a little longer. */
async function waitUntilSettled(workbench: Workbench): Promise<void> {
  await workbench.ready();
  await workbench.page.waitForFunction(
    () => performance.getEntriesByName('code/LifecyclePhase/Eventually').length > 0,
    undefined,
    { timeout: TIMEOUT_MS },
  );
  await workbench.page.waitForTimeout(SETTLE_MS);
}

/** Runs the command with Enter when the palette shows it. */
async function pressCommand(page: Page): Promise<void> {
  await page.keyboard.press('F1');
  const palette = page.locator('.quick-input-widget');
  await palette.locator('input[type="text"]').fill(`>${COMMAND}`);
  await palette
    .locator('.monaco-list-row.focused')
    .filter({ has: page.getByText(COMMAND, { exact: true }) })
    .waitFor();
  await page.keyboard.press('Enter');
}

/** Reads VS Code's measurements from its "Startup Performance" document, which is filled in with a delay. */
async function readActivation(workbench: Workbench): Promise<ActivationStats> {
  const { page } = workbench;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await workbench.runCommand('Developer: Startup Performance');
  const lines = page.locator('.editor-group-container.active .monaco-editor .view-line');
  await lines.filter({ hasText: 'Info' }).first().waitFor({ timeout: TIMEOUT_MS });
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end) {
    await lines.first().click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    const found = parseActivation(await page.evaluate(() => navigator.clipboard.readText()), EXTENSION);
    if (found) {
      return found;
    }
    await page.waitForTimeout(200);
  }
  throw new Error(`VS Code's "Startup Performance" did not list ${EXTENSION}`);
}
