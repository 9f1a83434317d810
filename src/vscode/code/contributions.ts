import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { parseJsonWithComments } from '../../core/code/jsonWithComments.ts';
import type { LanguageInfo } from '../../core/code/languageId.ts';

const languageSchema = z.object({
  id: z.string(),
  aliases: z._default(z.array(z.string()), []),
  extensions: z._default(z.array(z.string()), []),
  filenames: z._default(z.array(z.string()), []),
});
const grammarSchema = z.object({
  language: z.optional(z.string()),
  scopeName: z.string(),
  path: z.string(),
  injectTo: z.optional(z.array(z.string())),
});
const themeSchema = z.object({
  id: z.optional(z.string()),
  label: z.optional(z.string()),
  uiTheme: z.string(),
  path: z.string(),
});

const iconThemeSchema = z.object({ id: z.string(), path: z.string() });

/** A file of an extension. It must be inside `root`, the extension's folder. */
export interface ContributedFile {
  uri: vscode.Uri;
  root: vscode.Uri;
}
export type GrammarContribution = Omit<z.infer<typeof grammarSchema>, 'path'> & { file: ContributedFile };
export type ThemeContribution = Omit<z.infer<typeof themeSchema>, 'path'> & { file: ContributedFile };

/** Maximum size of a contributed file, twice that of VS Code's largest grammars. */
const MAX_FILE_BYTES = 2_000_000;

/** Contributions of all extensions in this host, in the order of `vscode.extensions.all`. */
export interface Contributions {
  languages: LanguageInfo[];
  grammars: GrammarContribution[];
  themes: ThemeContribution[];
  iconThemes: { id: string; file: ContributedFile }[];
}

const manifestSchema = z.object({
  contributes: z.object({
    languages: z.optional(z.array(z.unknown())),
    grammars: z.optional(z.array(z.unknown())),
    themes: z.optional(z.array(z.unknown())),
    iconThemes: z.optional(z.array(z.unknown())),
  }),
});

/** Reads the manifests of all extensions. Skips contributions that don't have the documented shape. */
export function readContributions(extensions: readonly vscode.Extension<unknown>[]): Contributions {
  const found: Contributions = { languages: [], grammars: [], themes: [], iconThemes: [] };
  for (const { packageJSON, extensionUri: root } of extensions) {
    const manifest = manifestSchema.safeParse(packageJSON);
    if (!manifest.success) {
      continue;
    }
    const { languages = [], grammars = [], themes = [], iconThemes = [] } = manifest.data.contributes;
    const file = (path: string): ContributedFile => ({ uri: vscode.Uri.joinPath(root, path), root });
    found.languages.push(...parseValid(languageSchema, languages));
    found.grammars.push(
      ...parseValid(grammarSchema, grammars).map(({ path, ...grammar }) => ({
        ...grammar,
        file: file(path),
      })),
    );
    found.themes.push(
      ...parseValid(themeSchema, themes).map(({ path, ...theme }) => ({ ...theme, file: file(path) })),
    );
    found.iconThemes.push(
      ...parseValid(iconThemeSchema, iconThemes).map(({ id, path }) => ({ id, file: file(path) })),
    );
  }
  return found;
}

function parseValid<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: readonly unknown[],
): z.infer<Schema>[] {
  return values.flatMap((value) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * Reads a JSON file (with comments) of an extension. Returns `undefined` if it can't be read, is too large, isn't JSON
 * or is outside the extension's folder.
 */
export async function readContributedFile(file: ContributedFile): Promise<unknown> {
  const bytes = await readContributedBytes(file);
  try {
    return bytes && parseJsonWithComments(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Returns `undefined` if the file can't be read, is too large or is outside the extension's folder. */
export async function readContributedBytes({ uri, root }: ContributedFile): Promise<Uint8Array | undefined> {
  if (!uri.path.startsWith(`${root.path.replace(/\/$/, '')}/`)) {
    return undefined;
  }
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.byteLength > MAX_FILE_BYTES ? undefined : bytes;
  } catch {
    return undefined;
  }
}
