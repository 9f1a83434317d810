import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import { readCodeInfo } from '../../core/code/codeInfo.ts';
import { commonLanguage, type KnownLanguage, languageIdOf } from '../../core/code/languageId.ts';
import type { Problem } from '../problem.ts';

const MOST_TRIES = 3;

/** Opens code in a new editor, in the language that its fence says. Nothing is written to disk. */
export async function openNewFile(code: string, info: string): Promise<Problem> {
  const language = languageIdOf(readCodeInfo(info), await knownLanguages());
  const open = (): Thenable<vscode.TextDocument> =>
    vscode.workspace.openTextDocument({ content: code, ...defined({ language }) });
  // A new file has the name of the last one that was closed, and now and then VS Code still has the text of that.
  let document = await open();
  for (let tries = 1; tries < MOST_TRIES && !hasText(document, code); tries += 1) {
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
async function knownLanguages(): Promise<KnownLanguage[]> {
  const described = vscode.extensions.all.flatMap(({ packageJSON }) => {
    const languages: unknown = packageJSON?.contributes?.languages;
    return Array.isArray(languages) ? languages.flatMap(knownLanguage) : [];
  });
  const ids = await vscode.languages.getLanguages();
  return [...described, ...ids.map(commonLanguage)].filter(({ id }) => ids.includes(id));
}

function knownLanguage(described: unknown): KnownLanguage[] {
  if (typeof described !== 'object' || described === null) {
    return [];
  }
  const { id, aliases, extensions, filenames } = described as Record<string, unknown>;
  return typeof id === 'string'
    ? [{ id, aliases: strings(aliases), extensions: strings(extensions), filenames: strings(filenames) }]
    : [];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
