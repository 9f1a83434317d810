import * as vscode from 'vscode';
import type { ThemeContribution } from './contributions.ts';

/** What `uiTheme` is called in a manifest, and which setting names the theme that VS Code prefers of that kind. */
const THEME_KINDS: Readonly<Record<vscode.ColorThemeKind, { uiTheme: string; preferred: string }>> = {
  [vscode.ColorThemeKind.Light]: { uiTheme: 'vs', preferred: 'preferredLightColorTheme' },
  [vscode.ColorThemeKind.Dark]: { uiTheme: 'vs-dark', preferred: 'preferredDarkColorTheme' },
  [vscode.ColorThemeKind.HighContrast]: {
    uiTheme: 'hc-black',
    preferred: 'preferredHighContrastColorTheme',
  },
  [vscode.ColorThemeKind.HighContrastLight]: {
    uiTheme: 'hc-light',
    preferred: 'preferredHighContrastLightColorTheme',
  },
};

/** The settings that decide which theme is active. */
export const THEME_SETTINGS = [
  'window.autoDetectColorScheme',
  'window.autoDetectHighContrast',
  'workbench.colorTheme',
  ...Object.values(THEME_KINDS).map(({ preferred }) => `workbench.${preferred}`),
];

/**
 * The theme in use. VS Code tells extensions its kind alone, so it is the first of that kind among those that the
 * settings name; `undefined` where there is none, as for a theme that only another extension host knows.
 */
export function activeTheme(
  themes: readonly ThemeContribution[],
  kind: vscode.ColorThemeKind,
): ThemeContribution | undefined {
  const { uiTheme, preferred } = THEME_KINDS[kind];
  const workbench = vscode.workspace.getConfiguration('workbench');
  const followsSystem = vscode.workspace.getConfiguration('window').get('autoDetectColorScheme') === true;
  const settings = followsSystem ? [preferred, 'colorTheme'] : ['colorTheme', preferred];
  for (const setting of settings) {
    const name = workbench.get(setting);
    const found = themes.find(
      (theme) => theme.uiTheme === uiTheme && typeof name === 'string' && hasName(theme, name),
    );
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** VS Code's own themes once had `Default` before their names, and settings still may. */
function hasName({ id, label }: ThemeContribution, name: string): boolean {
  const themeName = id ?? label;
  return themeName === name || themeName === name.replace(/^Default /, '') || `Default ${themeName}` === name;
}
