import type { Page } from 'playwright-core';
import type { Workbench } from '../../harness/vscode/workbench.ts';
import { type ActivationStats, parseActivation } from '../startupPerformance.ts';
import { inFreshVscode, openView } from './freshVscode.ts';
import { PanelProbe } from './panelProbe.ts';
import type { PanelStages } from './panelStages.ts';
import type { Subject } from './subjects.ts';

/** Measurements of one cold start. */
export interface ColdStart {
  readonly panel: PanelStages;
  /** The view's returns after a look at the Explorer. */
  readonly wayBack: readonly PanelStages[];
  readonly activation?: ActivationStats;
}

/** How often the view is left and shown again in each start. */
const RETURNS = 5;

/** Time that a person looks at the Explorer, in ms. Hiding a view has effects that are delayed too. */
const LOOK_MS = 500;

/** Timeout of VS Code's own steps, in ms. */
const TIMEOUT_MS = 60_000;

/**
 * Starts the newest VS Code with one installed extension, a new profile, and a new browser. Opens the extension's view
 * by command as the first action, and then leaves it and comes back several times.
 * @param readsActivation whether to read VS Code's own measurements too, which takes some seconds
 * @throws Error if a stage can't be measured
 */
export async function coldStart(subject: Subject, readsActivation: boolean): Promise<ColdStart> {
  const probe = new PanelProbe();
  return inFreshVscode(subject, probe, async (workbench) => {
    let panel = await openView(workbench.page, subject, probe);
    if (subject.isLong) {
      await probe.waitFor('conversation');
      panel = probe.stages();
    }
    const wayBack: PanelStages[] = [];
    for (let count = 0; count < RETURNS; count += 1) {
      await lookAtExplorer(workbench.page);
      wayBack.push(await openView(workbench.page, subject, probe));
    }
    const activation = readsActivation ? await readActivation(workbench, subject) : undefined;
    return { panel, wayBack, ...(activation && { activation }) };
  });
}

/** Shows the Explorer by keyboard, which hides the view. */
async function lookAtExplorer(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await page.locator('.sidebar .explorer-folders-view').filter({ visible: true }).waitFor();
  await page.locator('iframe.webview').filter({ visible: true }).waitFor({ state: 'hidden' });
  await page.waitForTimeout(LOOK_MS);
}

/** Reads VS Code's measurements from its "Startup Performance" document, which is filled in with a delay. */
async function readActivation(workbench: Workbench, { id }: Subject): Promise<ActivationStats> {
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
    const found = parseActivation(await page.evaluate(() => navigator.clipboard.readText()), id);
    if (found) {
      return found;
    }
    await page.waitForTimeout(200);
  }
  throw new Error(`VS Code's "Startup Performance" did not list ${id}`);
}
