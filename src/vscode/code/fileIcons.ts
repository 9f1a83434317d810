import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { fileIconId } from '../../core/code/fileIconTheme.ts';
import { languageIdOf } from '../../core/code/languageId.ts';
import type { FileIcon } from '../../protocol/attachments.ts';
import { readContributedBytes, readContributedFile, readContributions } from './contributions.ts';

const idsSchema = z.optional(z.record(z.string(), z.string()));
const associationsSchema = z.object({
  file: z.optional(z.string()),
  fileNames: idsSchema,
  fileExtensions: idsSchema,
  languageIds: idsSchema,
});
const definitionSchema = z.object({
  fontCharacter: z.optional(z.string()),
  fontColor: z.optional(z.string().check(z.regex(/^#[\da-f]{3,8}$/i))),
  fontId: z.optional(z.string()),
});
const themeSchema = z.extend(associationsSchema, {
  fonts: z.array(
    z.object({
      id: z.string(),
      src: z.array(z.object({ path: z.string() })),
      size: z.optional(z.string().check(z.regex(/^\d{2,3}%$/))),
    }),
  ),
  iconDefinitions: z.record(z.string(), z.unknown()),
  light: z.optional(associationsSchema),
  highContrast: z.optional(associationsSchema),
});

interface ThemeIcons {
  /** Bytes of the font file in base64, and its size as a CSS percentage. */
  font: { data: string; size: string };
  /** @param name of a file, without its folder */
  iconOf(name: string): FileIcon | undefined;
}

const SETTING = 'workbench.iconTheme';

/** The icons of files in the active file icon theme. */
export class FileIcons implements vscode.Disposable {
  readonly #listeners: vscode.Disposable;
  #icons: Promise<ThemeIcons | undefined> | undefined;

  constructor() {
    const forget = (): void => {
      this.#icons = undefined;
    };
    this.#listeners = vscode.Disposable.from(
      vscode.extensions.onDidChange(forget),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(SETTING)) {
          forget();
        }
      }),
    );
  }

  /**
   * The same object until the theme changes. `undefined` if the theme is not in this extension host, or doesn't draw its
   * icons with a font as VS Code's default theme does: the panel's page may not load pictures.
   */
  read(): Promise<ThemeIcons | undefined> {
    this.#icons ??= readIcons();
    return this.#icons;
  }

  dispose(): void {
    this.#listeners.dispose();
  }
}

async function readIcons(): Promise<ThemeIcons | undefined> {
  const { iconThemes, languages } = readContributions(vscode.extensions.all);
  const name = vscode.workspace.getConfiguration().get(SETTING);
  const file = iconThemes.find(({ id }) => id === name)?.file;
  const theme = file && themeSchema.safeParse(await readContributedFile(file)).data;
  const font = theme?.fonts[0];
  const path = font?.src[0]?.path;
  if (file === undefined || theme === undefined || path === undefined) {
    return undefined;
  }
  const bytes = await readContributedBytes({ ...file, uri: vscode.Uri.joinPath(file.uri, '..', path) });
  return (
    bytes && {
      font: { data: toBase64(bytes), size: font?.size ?? '100%' },
      iconOf: (fileName) => {
        const languageId = languageIdOf({ language: '', file: fileName }, languages);
        const variant = variantOf(vscode.window.activeColorTheme.kind);
        return toFileIcon(theme, fileIconId(theme, { name: fileName, languageId }, variant));
      },
    }
  );
}

/** Returns `undefined` if the icon is a picture, or of another than the first font. */
function toFileIcon(
  { fonts, iconDefinitions }: z.infer<typeof themeSchema>,
  id: string | undefined,
): FileIcon | undefined {
  const definition = definitionSchema.safeParse(id === undefined ? undefined : iconDefinitions[id]).data;
  if (definition?.fontCharacter === undefined || (definition.fontId ?? fonts[0]?.id) !== fonts[0]?.id) {
    return undefined;
  }
  const { fontCharacter, fontColor: color } = definition;
  return { character: unescapeCharacter(fontCharacter), ...omitUndefined({ color }) };
}

function variantOf(kind: vscode.ColorThemeKind): 'light' | 'highContrast' | undefined {
  switch (kind) {
    case vscode.ColorThemeKind.Light:
      return 'light';
    case vscode.ColorThemeKind.HighContrast:
    case vscode.ColorThemeKind.HighContrastLight:
      return 'highContrast';
    case vscode.ColorThemeKind.Dark:
      return undefined;
  }
}

/** Themes write a character as it is, or with the escape of a style sheet, such as `\E001`. */
function unescapeCharacter(text: string): string {
  const [, digits] = /^\\([\da-f]{1,6})$/i.exec(text) ?? [];
  return digits === undefined ? text : String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10ffff));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
