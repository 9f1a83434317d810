import { isLong } from '../support/long.ts';
import themes from './themes.json' with { type: 'json' };

export type ThemeKind =
  | 'dark'
  | 'light'
  | 'high-contrast'
  | 'high-contrast-light'
  | 'dark-newest'
  | 'light-newest';

/** Read from VS Code by readThemes.ts. */
const COLORS: Readonly<Record<ThemeKind, Readonly<Record<string, string>>>> = themes;

/** What VS Code says of fonts, as on Linux. */
const FONTS = {
  '--vscode-font-family': "system-ui, 'Ubuntu', 'Droid Sans', sans-serif",
  '--vscode-font-size': '13px',
  '--vscode-font-weight': 'normal',
  '--vscode-editor-font-family': "'Droid Sans Mono', monospace",
  '--vscode-editor-font-size': '14px',
  '--vscode-editor-font-weight': 'normal',
};

export const THEME_KINDS: readonly ThemeKind[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

/** With those that the newest VS Code starts with: the ones above are those of the oldest, as far as they differ. */
export const ALL_THEMES: readonly ThemeKind[] = [...THEME_KINDS, 'dark-newest', 'light-newest'];

/** One of each kind, the newest, and in the long run all. */
export const THEMES_TO_MEASURE: readonly ThemeKind[] = isLong
  ? ALL_THEMES
  : ['dark-newest', 'light-newest', 'high-contrast', 'high-contrast-light'];

/** The two that differ in more than their colours, and in the long run all four. */
export const THEMES_TO_LOOK_AT: readonly ThemeKind[] = isLong ? THEME_KINDS : ['dark', 'high-contrast'];

/** The style sheet that VS Code's page would bring along: the theme's variables and the bar under the panel. */
export function themeStyle(kind: ThemeKind): string {
  const variables = Object.entries({ ...FONTS, ...COLORS[kind] }).map(
    ([name, value]) => `${name}: ${value};`,
  );
  return `html { ${variables.join(' ')} background: var(--vscode-sideBar-background); }`;
}

export function themeColors(kind: ThemeKind): Readonly<Record<string, string>> {
  return COLORS[kind];
}
