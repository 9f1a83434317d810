import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../harness/chromium.ts';
import { REPOSITORY, SAMPLE } from '../harness/paths.ts';
import { OLDEST } from '../harness/versions.ts';
import { startVscode } from '../harness/vscodeServer.ts';
import { openWorkbench } from '../harness/workbench.ts';

/**
 * Writes themes.json: the values that VS Code's own themes give to the variables that the panel's styles use. Run it
 * by hand when the styles use a variable that they did not use before.
 */

const THEMES = {
  dark: { name: OLDEST.themes.dark, workbenchClass: 'vs-dark' },
  light: { name: OLDEST.themes.light, workbenchClass: 'vs' },
  'high-contrast': { name: 'Default High Contrast', workbenchClass: 'hc-black' },
  'high-contrast-light': { name: 'Default High Contrast Light', workbenchClass: 'hc-light' },
};
type Theme = (typeof THEMES)[keyof typeof THEMES];

async function usedVariables(): Promise<string[]> {
  const media = join(REPOSITORY, 'media');
  const files = (await readdir(media)).filter((name) => name.endsWith('.css'));
  const styles = await Promise.all(files.map((name) => readFile(join(media, name), 'utf8')));
  const used = styles.flatMap((style) => style.match(/--vscode-[\w-]+/g) ?? []);
  // The bars on which the panel can lie.
  return [...new Set([...used, '--vscode-sideBar-background', '--vscode-panel-background'])].sort();
}

async function readTheme(browser: Browser, theme: Theme, names: string[]): Promise<Record<string, string>> {
  const vscode = await startVscode({ version: OLDEST, settings: { 'workbench.colorTheme': theme.name } });
  try {
    const { page } = await openWorkbench({ vscode, browser, folder: SAMPLE });
    const workbench = page.locator(`.monaco-workbench.${theme.workbenchClass}[class*="theme-defaults"]`);
    await workbench.waitFor({ timeout: 60_000 });
    return await workbench.evaluate((element, wanted) => {
      const style = getComputedStyle(element);
      const values = wanted.map((name) => [name, style.getPropertyValue(name).trim()] as const);
      return Object.fromEntries(values.filter(([, value]) => value !== ''));
    }, names);
  } finally {
    await vscode.stop();
  }
}

const browser = await launchChromium();
const names = await usedVariables();
const themes: Record<string, Record<string, string>> = {};
for (const [kind, theme] of Object.entries(THEMES)) {
  themes[kind] = await readTheme(browser, theme, names);
}
await browser.close();
await writeFile(join(import.meta.dirname, 'themes.json'), `${JSON.stringify(themes, null, 2)}\n`);
