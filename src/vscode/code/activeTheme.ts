import * as vscode from 'vscode';
import type { ThemeContribution } from './contributions.ts';

/** For each kind of theme, its `uiTheme` in a manifest and the setting that names the preferred theme of that kind. */
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

/** Settings that determine the active theme. */
export const THEME_SETTINGS = [
  'window.autoDetectColorScheme',
  'window.autoDetectHighContrast',
  'workbench.colorTheme',
  ...Object.values(THEME_KINDS).map(({ preferred }) => `workbench.${preferred}`),
];

/**
 * Finds the active theme. VS Code tells extensions only its kind, so this is the first theme of that kind that the
 * settings name. Returns `undefined` if none is found, for example because another extension host has the theme.
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

/** The names of VS Code's own themes used to start with `Default`, and in settings they still may. */
function hasName({ id, label }: ThemeContribution, name: string): boolean {
  const themeName = id ?? label;
  return themeName === name || themeName === name.replace(/^Default /, '') || `Default ${themeName}` === name;
}
