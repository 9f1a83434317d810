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

/** VS Code's font variables on Linux. */
const FONTS = {
  '--vscode-font-family': "system-ui, 'Ubuntu', 'Droid Sans', sans-serif",
  '--vscode-font-size': '13px',
  '--vscode-font-weight': 'normal',
  '--vscode-editor-font-family': "'Droid Sans Mono', monospace",
  '--vscode-editor-font-size': '14px',
  '--vscode-editor-font-weight': 'normal',
};

export const THEME_KINDS: readonly ThemeKind[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

/** With the default themes of the newest VS Code. The dark and light themes above are those of the oldest. */
const ALL_THEMES: readonly ThemeKind[] = [...THEME_KINDS, 'dark-newest', 'light-newest'];

/** The newest theme of each kind; all themes in the long run. */
export const THEMES_FOR_CONTRAST: readonly ThemeKind[] = isLong
  ? ALL_THEMES
  : ['dark-newest', 'light-newest', 'high-contrast', 'high-contrast-light'];

/** Two kinds that differ in more than their colors; all four in the long run. */
export const THEMES_TO_CHECK: readonly ThemeKind[] = isLong ? THEME_KINDS : ['dark', 'high-contrast'];

/** The style sheet that VS Code would add: the theme's variables and the background behind the panel. */
export function themeStyle(kind: ThemeKind): string {
  const variables = Object.entries({ ...FONTS, ...COLORS[kind] }).map(
    ([name, value]) => `${name}: ${value};`,
  );
  return `html { ${variables.join(' ')} background: var(--vscode-sideBar-background); }`;
}
