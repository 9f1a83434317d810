import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../harness/chromium.ts';
import { REPOSITORY, SAMPLE } from '../harness/paths.ts';
import { installVscode } from '../harness/vscode/installVscode.ts';
import { NEWEST, OLDEST } from '../harness/vscode/versions.ts';
import { startVscode } from '../harness/vscode/vscodeServer.ts';
import { openWorkbench } from '../harness/vscode/workbench.ts';

/**
 * Writes webviewDefaults.css, the styles that VS Code inserts before those of a webview, and themes.json, the values that
 * VS Code's own themes give to the CSS variables in these styles and in the panel's. Run it by hand when the panel's
 * styles use a new variable or the newest VS Code changes.
 */

const THEMES = {
  dark: { version: OLDEST, name: OLDEST.themes.dark, workbenchClass: 'vs-dark' },
  light: { version: OLDEST, name: OLDEST.themes.light, workbenchClass: 'vs' },
  'high-contrast': { version: OLDEST, name: 'Default High Contrast', workbenchClass: 'hc-black' },
  'high-contrast-light': { version: OLDEST, name: 'Default High Contrast Light', workbenchClass: 'hc-light' },
  'dark-newest': { version: NEWEST, name: NEWEST.themes.dark, workbenchClass: 'vs-dark' },
  'light-newest': { version: NEWEST, name: NEWEST.themes.light, workbenchClass: 'vs' },
};
type Theme = (typeof THEMES)[keyof typeof THEMES];

const WEBVIEW_PAGE = 'vs/workbench/contrib/webview/browser/pre/index.html';

async function readWebviewDefaults(): Promise<string> {
  const { serverMain } = await installVscode(NEWEST);
  const page = await readFile(join(dirname(serverMain), WEBVIEW_PAGE), 'utf8');
  const styles = /defaultStyles\.textContent = `\n(.*?)`;/s.exec(page)?.[1];
  if (styles === undefined) {
    throw new Error(`VS Code's default styles were not found in ${WEBVIEW_PAGE}.`);
  }
  return `${styles.replace(/^\t\t/gm, '').replaceAll('\t', '  ').trimEnd()}\n`;
}

async function usedVariables(webviewDefaults: string): Promise<string[]> {
  const media = join(REPOSITORY, 'media');
  const files = (await readdir(media)).filter((name) => name.endsWith('.css'));
  const styles = await Promise.all(files.map((name) => readFile(join(media, name), 'utf8')));
  const used = [webviewDefaults, ...styles].flatMap((style) => style.match(/--vscode-[\w-]+/g) ?? []);
  // The backgrounds that the panel can have behind it.
  return [...new Set([...used, '--vscode-sideBar-background', '--vscode-panel-background'])].sort();
}

async function readTheme(browser: Browser, theme: Theme, names: string[]): Promise<Record<string, string>> {
  const vscode = await startVscode({
    version: theme.version,
    settings: { 'workbench.colorTheme': theme.name },
  });
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

const webviewDefaults = await readWebviewDefaults();
await writeFile(join(import.meta.dirname, 'webviewDefaults.css'), webviewDefaults);
const browser = await launchChromium();
const names = await usedVariables(webviewDefaults);
const themes: Record<string, Record<string, string>> = {};
for (const [kind, theme] of Object.entries(THEMES)) {
  themes[kind] = await readTheme(browser, theme, names);
}
await browser.close();
await writeFile(join(import.meta.dirname, 'themes.json'), `${JSON.stringify(themes, null, 2)}\n`);
