import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import * as z from 'zod/mini';
import { launchChromium } from '../chromium.ts';
import { REPOSITORY } from '../paths.ts';
import { makeTemporaryFolder } from '../temporaryFolder.ts';
import { NEWEST } from './versions.ts';
import { type RunningVscode, startVscode } from './vscodeServer.ts';
import { Workbench } from './workbench.ts';

/*
 * Writes `test/unit/vscodeKeys.tsv`, all default keys of the newest VS Code on each system, for
 * `test/unit/keybindings.test.ts`:
 *
 *     node test/harness/vscode/listDefaultKeys.ts
 *
 * VS Code in a browser has the keys of the system that the browser names.
 */

const USER_AGENTS = {
  windows: 'Windows NT 10.0; Win64; x64',
  linux: 'X11; Linux x86_64',
  mac: 'Macintosh; Intel Mac OS X 10_15_7',
};
type System = keyof typeof USER_AGENTS;

/** A key of an extension. Extensions add theirs once VS Code has started. */
const OF_AN_EXTENSION = 'markdown.togglePreview';

const KeysSchema = z.array(
  z.object({ key: z.string(), command: z.string(), when: z._default(z.string(), '') }),
);

/**
 * Keys that VS Code has on the desktop only (its folders `electron-browser`, and branches for the web elsewhere), and those
 * of its built-in chat extension, which the server in the npm package lacks: system, key, command.
 */
const NOT_IN_BROWSER: readonly (readonly [systems: string, keys: string, command: string])[] = [
  ['windows linux', 'ctrl+n', 'workbench.action.files.newUntitledFile'],
  ['mac', 'cmd+n', 'workbench.action.files.newUntitledFile'],
  ['windows linux', 'ctrl+shift+n', 'workbench.action.newWindow'],
  ['mac', 'shift+cmd+n', 'workbench.action.newWindow'],
  ['windows linux', 'ctrl+w', 'workbench.action.closeActiveEditor'],
  ['windows', 'ctrl+f4', 'workbench.action.closeActiveEditor'],
  ['mac', 'cmd+w', 'workbench.action.closeActiveEditor'],
  ['windows linux', 'ctrl+shift+t', 'workbench.action.reopenClosedEditor'],
  ['mac', 'shift+cmd+t', 'workbench.action.reopenClosedEditor'],
  ['windows linux mac', 'ctrl+tab', 'workbench.action.quickOpenPreviousRecentlyUsedEditorInGroup'],
  ['windows linux mac', 'ctrl+shift+tab', 'workbench.action.quickOpenLeastRecentlyUsedEditorInGroup'],
  ['windows linux', 'ctrl+shift+w', 'workbench.action.closeWindow'],
  ['windows linux', 'alt+f4', 'workbench.action.closeWindow'],
  ['mac', 'shift+cmd+w', 'workbench.action.closeWindow'],
  ['linux', 'ctrl+q', 'workbench.action.quit'],
  ['mac', 'cmd+q', 'workbench.action.quit'],
  ['mac', 'ctrl+w', 'workbench.action.switchWindow'],
  ['windows linux', 'ctrl+=', 'workbench.action.zoomIn'],
  ['windows linux', 'ctrl+shift+=', 'workbench.action.zoomIn'],
  ['mac', 'cmd+=', 'workbench.action.zoomIn'],
  ['mac', 'shift+cmd+=', 'workbench.action.zoomIn'],
  ['windows linux', 'ctrl+-', 'workbench.action.zoomOut'],
  ['windows linux', 'ctrl+shift+-', 'workbench.action.zoomOut'],
  ['mac', 'cmd+-', 'workbench.action.zoomOut'],
  ['mac', 'shift+cmd+-', 'workbench.action.zoomOut'],
  ['windows linux', 'ctrl+numpad0', 'workbench.action.zoomReset'],
  ['mac', 'cmd+numpad0', 'workbench.action.zoomReset'],
  ['windows linux', 'ctrl+shift+i', 'workbench.action.toggleDevTools'],
  ['mac', 'alt+cmd+i', 'workbench.action.toggleDevTools'],
  ['windows', 'shift+alt+r', 'revealFileInOS'],
  ['linux', 'ctrl+alt+r', 'revealFileInOS'],
  ['mac', 'alt+cmd+r', 'revealFileInOS'],
  ['windows linux', 'ctrl+k r', 'workbench.action.files.revealActiveFileInWindows'],
  ['mac', 'cmd+k r', 'workbench.action.files.revealActiveFileInWindows'],
  ['windows linux', 'ctrl+i', 'workbench.action.chat.startVoiceChat'],
  ['mac', 'cmd+i', 'workbench.action.chat.startVoiceChat'],
  ['windows linux', 'ctrl+shift+.', 'github.copilot.chat.copilotCLI.addFileReference'],
  ['mac', 'shift+cmd+.', 'github.copilot.chat.copilotCLI.addFileReference'],
  ['windows linux', 'ctrl+alt+.', 'github.copilot.chat.rerunWithCopilotDebug'],
  ['mac', 'alt+cmd+.', 'github.copilot.chat.rerunWithCopilotDebug'],
];

const folder = await makeTemporaryFolder();
const vscode = await startVscode({ version: NEWEST });
const browser = await launchChromium();
try {
  const systemsOf = new Map<string, Set<System>>();
  const add = (system: System, ...columns: readonly string[]): void => {
    const row = columns.join('\t').trimEnd();
    systemsOf.set(row, (systemsOf.get(row) ?? new Set()).add(system));
  };
  for (const system of ['windows', 'linux', 'mac'] as const) {
    for (const { key, command, when } of await readKeys(system, vscode, browser)) {
      add(system, key, command, when);
    }
    for (const [, key, command] of NOT_IN_BROWSER.filter(([systems]) =>
      systems.split(' ').includes(system),
    )) {
      add(system, key, command);
    }
  }
  const rows = [...systemsOf].map(([row, systems]) => row.replace('\t', `\t${[...systems].join(' ')}\t`));
  const header = `# Default keys of VS Code ${NEWEST.name}, by test/harness/vscode/listDefaultKeys.ts: key, systems, command, when`;
  await writeFile(
    join(REPOSITORY, 'test/unit/vscodeKeys.tsv'),
    `${[header, ...rows.toSorted()].join('\n')}\n`,
  );
} finally {
  await browser.close();
  await vscode.stop();
  await folder.remove();
}

/** Reads what **Preferences: Open Default Keyboard Shortcuts (JSON)** opens. */
async function readKeys(system: System, running: RunningVscode, inBrowser: Browser) {
  const context = await inBrowser.newContext({
    userAgent: `Mozilla/5.0 (${USER_AGENTS[system]}) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36`,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(running.url(folder.path));
  await page.locator('.activitybar .action-item').first().waitFor();
  const workbench = new Workbench(running, page);
  await workbench.runCommand('Preferences: Open Default Keyboard Shortcuts (JSON)');
  await page.locator('.tab.active[data-resource-name="keybindings.json"]').waitFor();
  let text = '';
  await workbench.waitUntil(async () => {
    await workbench.focusEditor();
    await page.keyboard.press(system === 'mac' ? 'Meta+A' : 'Control+A');
    // Chromium copies with this key, whatever system it names.
    await page.keyboard.press('Control+C');
    text = await page.evaluate(() => navigator.clipboard.readText());
    return text.includes(`"${OF_AN_EXTENSION}"`) && text.includes('\n]');
  });
  await context.close();
  const list = text
    .slice(text.indexOf('['), text.indexOf('\n]') + 2)
    // The folder is of this run.
    .replaceAll(/'[^']*\/keybindings\.json'/g, "'keybindings.json'");
  return z.parse(KeysSchema, JSON.parse(list.replace(/,\s*\]$/, ']')));
}
