import * as vscode from 'vscode';
import type { Attachment, SelectionAnchor } from '../../core/attachments/attachment.ts';
import { displayPath, documentChecksum } from '../displayPath.ts';
import { CELL_SCHEME } from '../findCell.ts';
import { findFilesByPath } from '../workspaceFile.ts';

/** Language ids of a notebook's file as text. */
const JSON_LANGUAGES = ['json', 'jsonc'];

type Source = Pick<Attachment, 'path' | 'languageId'>;

export function openDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === uri && !document.isClosed,
  );
}

/** Opens a document without showing it, unless it is open. A closed untitled document would be a new, empty one. */
export async function openDocumentOf(uri: string): Promise<vscode.TextDocument | undefined> {
  const parsed = vscode.Uri.parse(uri);
  return openDocument(uri) ?? (parsed.scheme === 'untitled' ? undefined : tryOpen(parsed));
}

/** The open documents that an anchor may be in: one document, or the cells of one notebook. */
export function openAnchorDocuments(source: Source, anchor: SelectionAnchor): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) =>
      !isClosed &&
      displayPath(uri) === source.path &&
      documentChecksum(uri) === anchor.document &&
      (!isFromCell(source) || uri.scheme === CELL_SCHEME),
  );
}

/** The documents that an anchor may be in, opened if they were closed, but not shown. */
export async function anchorDocuments(
  source: Source,
  anchor: SelectionAnchor,
): Promise<vscode.TextDocument[]> {
  const open = openAnchorDocuments(source, anchor);
  if (open.length > 0) {
    return open;
  }
  const files = await findFilesByPath(source.path);
  const file = files.find((uri) => documentChecksum(uri) === anchor.document);
  if (file === undefined) {
    return [];
  }
  if (isFromCell(source)) {
    return cellsOf(file);
  }
  const document = await tryOpen(file);
  return document === undefined ? [] : [document];
}

/** Whether the text is that of a cell, not of the file that contains it with other characters escaped. */
function isFromCell({ path, languageId }: Source): boolean {
  return path.endsWith('.ipynb') && !JSON_LANGUAGES.includes(languageId);
}

async function cellsOf(notebook: vscode.Uri): Promise<vscode.TextDocument[]> {
  try {
    const document = await vscode.workspace.openNotebookDocument(notebook);
    return document.getCells().map((cell) => cell.document);
  } catch {
    return [];
  }
}

async function tryOpen(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}
