import * as vscode from 'vscode';
import type { Attachment, SelectionAnchor } from '../../core/attachments/attachment.ts';
import { hasTrait } from '../../core/code/languages.ts';
import { displayPath, documentChecksum } from '../displayPath.ts';
import { CELL_SCHEME, fileOf } from '../findCell.ts';
import { READ_LIMIT_MS, withTimeout } from '../withTimeout.ts';
import { fileTypeOf, findFileIn } from '../workspaceFile.ts';

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

/** As `openDocumentOf`, but `undefined` if its file is gone: VS Code closes the tab first, then the document. */
export async function existingDocumentOf(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const document = await openDocumentOf(uri.toString());
  const file = document && fileOf(document.uri);
  return file === undefined || file.scheme === 'untitled' || (await fileTypeOf(file)) !== undefined
    ? document
    : undefined;
}

/**
 * The open documents that an anchor may be in: one document, or the cells of one notebook.
 * @param file where the anchor's file is now, if that is known
 */
export function openAnchorDocuments(
  source: Source,
  anchor: SelectionAnchor,
  file: string | undefined,
): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) =>
      !isClosed &&
      (file === undefined ? isSource(uri, source, anchor) : fileOf(uri).toString() === file) &&
      (!isFromCell(source) || uri.scheme === CELL_SCHEME),
  );
}

/** The documents that an anchor may be in, opened if they were closed, but not shown. */
export async function anchorDocuments(
  source: Source,
  anchor: SelectionAnchor,
  file: string | undefined,
): Promise<vscode.TextDocument[]> {
  const open = openAnchorDocuments(source, anchor, file);
  if (open.length > 0) {
    return open;
  }
  const uri = file === undefined ? await findSource(source, anchor) : vscode.Uri.parse(file);
  if (uri === undefined) {
    return [];
  }
  if (isFromCell(source)) {
    return cellsOf(uri);
  }
  const document = await openDocumentOf(uri.toString());
  return document === undefined ? [] : [document];
}

/** The name too, since a checksum of 32 bits may be that of two files. Roots may have other names now. */
function isSource(uri: vscode.Uri, { path }: Source, { document }: SelectionAnchor): boolean {
  return documentChecksum(uri) === document && nameOf(displayPath(uri)) === nameOf(path);
}

/** The file that was at a path, with or without the name that its root had. */
async function findSource(source: Source, anchor: SelectionAnchor): Promise<vscode.Uri | undefined> {
  const segments = source.path.split('/');
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    for (const start of segments.keys()) {
      const path = segments.slice(start).join('/');
      if (isSource(vscode.Uri.joinPath(uri, path), source, anchor)) {
        return findFileIn(uri, path);
      }
    }
  }
  return undefined;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether the text is that of a cell, not of the file that contains it with other characters escaped. */
function isFromCell({ path, languageId }: Source): boolean {
  return path.endsWith('.ipynb') && !hasTrait(languageId, 'json');
}

async function cellsOf(notebook: vscode.Uri): Promise<vscode.TextDocument[]> {
  const opening = vscode.workspace.openNotebookDocument(notebook);
  const document = await withTimeout(READ_LIMIT_MS, opening, undefined);
  return document?.getCells().map((cell) => cell.document) ?? [];
}

function tryOpen(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  return withTimeout(READ_LIMIT_MS, vscode.workspace.openTextDocument(uri), undefined);
}
