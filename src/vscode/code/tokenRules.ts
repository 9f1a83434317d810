import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { TokenRule } from '../../protocol/code.ts';
import { type ContributedFile, readContributedFile } from './contributions.ts';

/** VS Code's own themes need three levels. */
const MAX_INCLUDE_DEPTH = 10;
const COLOR_PATTERN = /^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i;

const themeSchema = z.object({
  include: z.optional(z.string()),
  /** A string is the path of a file in an old format (`.tmTheme`), which is not supported. */
  tokenColors: z.optional(z.union([z.array(z.unknown()), z.string()])),
});
const ruleSchema = z.object({
  scope: z.optional(z.union([z.string(), z.array(z.string())])),
  settings: z.object({ foreground: z.optional(z.string()), fontStyle: z.optional(z.string()) }),
});

export const TOKEN_COLORS_SETTING = 'editor.tokenColorCustomizations';

/** Scopes of the setting's short names, as in VS Code. */
const SCOPE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  comments: ['comment', 'punctuation.definition.comment'],
  strings: ['string', 'meta.embedded.assembly'],
  keywords: ['keyword.control', 'keyword.other', 'storage', 'storage.type'],
  numbers: ['constant.numeric'],
  types: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
  functions: ['entity.name.function', 'support.function'],
  variables: ['variable', 'entity.name.variable'],
};

const customSchema = z.record(z.string(), z.unknown());

/**
 * Reads the token rules of a theme. Rules of included files come first, since later rules win. Returns `undefined` if
 * the rules can't be read.
 */
export async function readThemeRules(file: ContributedFile): Promise<TokenRule[] | undefined> {
  return readRules(file, 0);
}

async function readRules(file: ContributedFile, depth: number): Promise<TokenRule[] | undefined> {
  const theme = themeSchema.safeParse(await readContributedFile(file));
  if (!theme.success || depth > MAX_INCLUDE_DEPTH || typeof theme.data.tokenColors === 'string') {
    return undefined;
  }
  const { include, tokenColors = [] } = theme.data;
  const included =
    include === undefined
      ? []
      : await readRules({ ...file, uri: vscode.Uri.joinPath(file.uri, '..', include) }, depth + 1);
  return included === undefined ? undefined : [...included, ...parseTokenRules(tokenColors)];
}

/** Skips invalid rules. A rule without a scope applies to all code. */
function parseTokenRules(values: readonly unknown[]): TokenRule[] {
  return values.flatMap((value) => {
    const parsed = ruleSchema.safeParse(value);
    if (!parsed.success) {
      return [];
    }
    const { scope = [], settings } = parsed.data;
    const { foreground, fontStyle } = settings;
    return [
      {
        scope: typeof scope === 'string' ? scope.split(',').map((part) => part.trim()) : scope,
        ...(foreground !== undefined && COLOR_PATTERN.test(foreground) && { foreground }),
        ...omitUndefined({ fontStyle }),
      },
    ];
  });
}

/** The setting's rules for all themes, followed by those for this theme (`[name]`, with `*` as a wildcard). */
export function readCustomRules(theme: string): TokenRule[] {
  const custom = customSchema.safeParse(vscode.workspace.getConfiguration().get(TOKEN_COLORS_SETTING));
  return custom.success ? parseCustomRules(custom.data, theme) : [];
}

function parseCustomRules(custom: Readonly<Record<string, unknown>>, theme: string): TokenRule[] {
  const groups = Object.entries(SCOPE_GROUPS).map(([name, scope]) => {
    const value = custom[name];
    return { scope: [...scope], settings: typeof value === 'string' ? { foreground: value } : value };
  });
  const textMateRules = custom['textMateRules'];
  const themeRules = Object.entries(custom).filter(([key]) => namesTheme(key, theme));
  return [
    ...parseTokenRules([...groups, ...(Array.isArray(textMateRules) ? textMateRules : [])]),
    ...themeRules.flatMap(([, value]) => {
      const nested = customSchema.safeParse(value);
      // Theme keys can't be nested.
      return nested.success ? parseCustomRules(nested.data, '') : [];
    }),
  ];
}

/** Whether a key such as `[Dark Modern][Monokai*]` names this theme. */
function namesTheme(key: string, theme: string): boolean {
  const parts = key.split(']').slice(0, -1);
  return (
    theme !== '' &&
    parts.some((part) => part.includes('[') && matchesPattern(theme, part.slice(part.indexOf('[') + 1)))
  );
}

/** As in VS Code, `*` is a wildcard only at the start and the end of a pattern. */
function matchesPattern(theme: string, pattern: string): boolean {
  const matchesEnd = pattern.startsWith('*');
  const matchesStart = pattern.endsWith('*');
  const text = pattern.slice(matchesEnd ? 1 : 0, matchesStart ? -1 : undefined);
  if (matchesEnd && matchesStart) {
    return theme.includes(text);
  }
  return matchesEnd ? theme.endsWith(text) : matchesStart ? theme.startsWith(text) : theme === text;
}
