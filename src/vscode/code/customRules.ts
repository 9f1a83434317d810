import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { TokenRule } from '../../protocol/textMate.ts';
import { tokenRules } from './tokenRules.ts';

/** The setting by which a person changes the colours of code. */
export const TOKEN_COLORS = 'editor.tokenColorCustomizations';

/** The scopes that the setting has short names for. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  comments: ['comment', 'punctuation.definition.comment'],
  strings: ['string', 'meta.embedded.assembly'],
  keywords: ['keyword.control', 'keyword.other', 'storage', 'storage.type'],
  numbers: ['constant.numeric'],
  types: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
  functions: ['entity.name.function', 'support.function'],
  variables: ['variable', 'entity.name.variable'],
};

const customSchema = z.record(z.string(), z.unknown());

/** What the setting says for all themes, then what it says for this one (`[name]`, `*` standing for anything). */
export function customRules(theme: string): TokenRule[] {
  const custom = customSchema.safeParse(vscode.workspace.getConfiguration().get(TOKEN_COLORS));
  return custom.success ? rulesOf(custom.data, theme) : [];
}

function rulesOf(custom: Readonly<Record<string, unknown>>, theme: string): TokenRule[] {
  const groups = Object.entries(GROUPS).map(([name, scope]) => {
    const value = custom[name];
    return { scope: [...scope], settings: typeof value === 'string' ? { foreground: value } : value };
  });
  const own = custom['textMateRules'];
  const ofTheme = Object.entries(custom).filter(([key]) => isFor(key, theme));
  return [
    ...tokenRules([...groups, ...(Array.isArray(own) ? own : [])]),
    ...ofTheme.flatMap(([, value]) => {
      const nested = customSchema.safeParse(value);
      // Names of themes are not looked for again inside one.
      return nested.success ? rulesOf(nested.data, '') : [];
    }),
  ];
}

/** Whether a key such as `[Dark Modern][Monokai*]` names this theme. */
function isFor(key: string, theme: string): boolean {
  return (
    theme !== '' && [...key.matchAll(/\[([^\]]*)\]/g)].some(([, pattern = '']) => matches(theme, pattern))
  );
}

/** As VS Code does it: a `*` stands for anything at the beginning and at the end of a pattern, and nowhere else. */
function matches(theme: string, pattern: string): boolean {
  const endsWithIt = pattern.startsWith('*');
  const beginsWithIt = pattern.endsWith('*');
  const text = pattern.slice(endsWithIt ? 1 : 0, beginsWithIt ? -1 : undefined);
  if (endsWithIt && beginsWithIt) {
    return theme.includes(text);
  }
  return endsWithIt ? theme.endsWith(text) : beginsWithIt ? theme.startsWith(text) : theme === text;
}
