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
 * The active theme, followed by those to use if it can't be read. VS Code tells extensions only its kind, so these are the
 * themes of that kind that the settings name, then VS Code's default one. The active theme is not among them if another
 * extension host has it.
 */
export function candidateThemes(
  themes: readonly ThemeContribution[],
  kind: vscode.ColorThemeKind,
): ThemeContribution[] {
  const { uiTheme, preferred } = THEME_KINDS[kind];
  const workbench = vscode.workspace.getConfiguration('workbench');
  const followsSystem = vscode.workspace.getConfiguration('window').get('autoDetectColorScheme') === true;
  const settings = followsSystem ? [preferred, 'colorTheme'] : ['colorTheme', preferred];
  const names = [
    ...settings.map((setting) => workbench.get(setting)),
    workbench.inspect(preferred)?.defaultValue,
  ];
  return names.flatMap(
    (name) =>
      themes.find((theme) => theme.uiTheme === uiTheme && typeof name === 'string' && hasName(theme, name)) ??
      [],
  );
}

/** The names of VS Code's own themes used to start with `Default`, and in settings they still may. */
function hasName({ id, label }: ThemeContribution, name: string): boolean {
  const themeName = id ?? label;
  return themeName === name || themeName === name.replace(/^Default /, '') || `Default ${themeName}` === name;
}
