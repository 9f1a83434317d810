import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { languageIdOfInfo } from '../../core/code/infoString.ts';
import { builtInLanguage, type LanguageInfo } from '../../core/code/languageId.ts';
import type { ErrorResult } from '../actionResult.ts';
import type { ConfirmedText } from './documentWriter.ts';

const MAX_OPEN_ATTEMPTS = 3;

/** Opens code in an untitled editor, in the language that its fence names. Nothing is written to disk. */
export async function openNewFile(code: ConfirmedText, info: string): Promise<ErrorResult> {
  const language = languageIdOfInfo(info, await readKnownLanguages());
  const open = (): Thenable<vscode.TextDocument> =>
    vscode.workspace.openTextDocument({ content: code, ...omitUndefined({ language }) });
  // VS Code reuses the name of the last closed untitled file, and sometimes still returns its text.
  let document = await open();
  for (let attempts = 1; attempts < MAX_OPEN_ATTEMPTS && !showsText(document, code); attempts += 1) {
    document = await open();
  }
  await vscode.window.showTextDocument(document, { preview: false });
  return undefined;
}

/** An untitled document that will be saved as a file, which doesn't exist yet. It may have been opened before. */
export async function openNewDocument(
  file: vscode.Uri,
): Promise<{ document: vscode.TextDocument; isEmpty: boolean }> {
  const document = await vscode.workspace.openTextDocument(file.with({ scheme: 'untitled' }));
  return { document, isEmpty: document.getText().trim() === '' };
}

/** Compares with normalized line endings, since a document has only one kind. */
function showsText(document: vscode.TextDocument, text: string): boolean {
  const [actual, expected] = [document.getText(), text].map((one) => one.replace(/\r\n?/g, '\n'));
  return actual === expected;
}

/** Languages of VS Code and of the enabled extensions. Manifests are unchecked input. */
async function readKnownLanguages(): Promise<LanguageInfo[]> {
  const contributed = vscode.extensions.all.flatMap(({ packageJSON }) => {
    const languages: unknown = packageJSON?.contributes?.languages;
    return Array.isArray(languages) ? languages.flatMap(toKnownLanguages) : [];
  });
  const ids = await vscode.languages.getLanguages();
  return [...contributed, ...ids.map(builtInLanguage)].filter(({ id }) => ids.includes(id));
}

function toKnownLanguages(contributed: unknown): LanguageInfo[] {
  if (typeof contributed !== 'object' || contributed === null) {
    return [];
  }
  const { id, aliases, extensions, filenames } = contributed as Record<string, unknown>;
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
