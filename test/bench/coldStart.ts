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

/** What one cold start gave. */
export interface ColdStart {
  readonly panel: PanelStages;
  readonly activation: ActivationStats;
}

/** How long VS Code rests after it has started, in ms: what it still does then is not what is measured. */
const REST = 2000;

/** How long VS Code may take for its own steps, in ms. */
const PATIENCE = 60_000;

/**
 * Copies the installed extension into a new profile, starts the newest VS Code in a new browser, and opens the chat
 * by its command as the first thing that is done there. Throws when anything of it could not be seen.
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
  await settled(workbench);
  await pressCommand(workbench.page);
  await probe.seen('focused');
  await workbench.page.keyboard.press('x');
  await probe.seen('usable');
  return { panel: probe.stages(), activation: await readActivation(workbench) };
}

async function explain(error: unknown, workbench: Workbench): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  const screenshot = await workbench.screenshot('bench-failed');
  return [message, ...workbench.consoleErrors, `Screenshot: ${screenshot}`].join('\n');
}

/** Waits until VS Code itself says that everything is started, and then a little more. */
async function settled(workbench: Workbench): Promise<void> {
  await workbench.ready();
  await workbench.page.waitForFunction(
    () => performance.getEntriesByName('code/LifecyclePhase/Eventually').length > 0,
    undefined,
    { timeout: PATIENCE },
  );
  await workbench.page.waitForTimeout(REST);
}

/** Runs the command by Enter in the palette, when the palette has come to it. */
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

/** Reads what VS Code measured, from the document that it shows about it; it fills that in after a while. */
async function readActivation(workbench: Workbench): Promise<ActivationStats> {
  const { page } = workbench;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await workbench.runCommand('Developer: Startup Performance');
  const lines = page.locator('.editor-group-container.active .monaco-editor .view-line');
  await lines.filter({ hasText: 'Info' }).first().waitFor({ timeout: PATIENCE });
  const end = performance.now() + PATIENCE;
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
  throw new Error(`VS Code's "Startup Performance" did not name ${EXTENSION}`);
}
