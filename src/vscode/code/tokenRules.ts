import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import type { TokenRule } from '../../protocol/textMate.ts';
import type { ContributedFile } from './contributions.ts';
import { readContributed } from './readContributed.ts';

/** VS Code's own themes include three. */
const DEEPEST_INCLUDE = 10;
const COLOR = /^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i;

const themeSchema = z.object({
  include: z.optional(z.string()),
  /** The path of another file in an old format, for some. */
  tokenColors: z.optional(z.union([z.array(z.unknown()), z.string()])),
});
const ruleSchema = z.object({
  scope: z.optional(z.union([z.string(), z.array(z.string())])),
  settings: z.object({ foreground: z.optional(z.string()), fontStyle: z.optional(z.string()) }),
});

/**
 * The rules that a colour theme has for tokens, those of the files that it includes first, so that its own come
 * later and win; `undefined` for one whose rules can't be read.
 */
export async function readThemeRules(file: ContributedFile): Promise<TokenRule[] | undefined> {
  return readRules(file, 0);
}

async function readRules(file: ContributedFile, depth: number): Promise<TokenRule[] | undefined> {
  const theme = themeSchema.safeParse(await readContributed(file));
  if (!theme.success || depth > DEEPEST_INCLUDE || typeof theme.data.tokenColors === 'string') {
    return undefined;
  }
  const { include, tokenColors = [] } = theme.data;
  const included =
    include === undefined
      ? []
      : await readRules({ ...file, uri: vscode.Uri.joinPath(file.uri, '..', include) }, depth + 1);
  return included === undefined ? undefined : [...included, ...tokenRules(tokenColors)];
}

/** The rules among what stands where rules belong. A rule without a scope is for all code. */
export function tokenRules(values: readonly unknown[]): TokenRule[] {
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
        ...(foreground !== undefined && COLOR.test(foreground) && { foreground }),
        ...defined({ fontStyle }),
      },
    ];
  });
}
