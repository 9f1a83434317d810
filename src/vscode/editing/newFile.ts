import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { parseInfoString } from '../../core/code/infoString.ts';
import { builtInLanguage, type LanguageInfo, languageIdOf } from '../../core/code/languageId.ts';
import type { ErrorMessage } from '../errorMessage.ts';

const MAX_OPEN_ATTEMPTS = 3;

/** Opens code in a new editor, in the language that its fence says. Nothing is written to disk. */
export async function openNewFile(code: string, info: string): Promise<ErrorMessage> {
  const language = languageIdOf(parseInfoString(info), await readKnownLanguages());
  const open = (): Thenable<vscode.TextDocument> =>
    vscode.workspace.openTextDocument({ content: code, ...omitUndefined({ language }) });
  // A new file has the name of the last one that was closed, and now and then VS Code still has the text of that.
  let document = await open();
  for (let tries = 1; tries < MAX_OPEN_ATTEMPTS && !hasText(document, code); tries += 1) {
    document = await open();
  }
  await vscode.window.showTextDocument(document, { preview: false });
  return undefined;
}

/** A document has one kind of line end. */
function hasText(document: vscode.TextDocument, text: string): boolean {
  const [has, wanted] = [document.getText(), text].map((one) => one.replace(/\r\n?/g, '\n'));
  return has === wanted;
}

/** The languages of VS Code and of the extensions that are on. Their manifests are whatever their authors wrote. */
async function readKnownLanguages(): Promise<LanguageInfo[]> {
  const described = vscode.extensions.all.flatMap(({ packageJSON }) => {
    const languages: unknown = packageJSON?.contributes?.languages;
    return Array.isArray(languages) ? languages.flatMap(toKnownLanguages) : [];
  });
  const ids = await vscode.languages.getLanguages();
  return [...described, ...ids.map(builtInLanguage)].filter(({ id }) => ids.includes(id));
}

function toKnownLanguages(described: unknown): LanguageInfo[] {
  if (typeof described !== 'object' || described === null) {
    return [];
  }
  const { id, aliases, extensions, filenames } = described as Record<string, unknown>;
  return typeof id === 'string'
    ? [
        {
          id,
          aliases: toStrings(aliases),
          extensions: toStrings(extensions),
          filenames: toStrings(filenames),
        },
      ]
    : [];
}

function toStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
