import * as vscode from 'vscode';
import { displayPath } from '../captureSelection.ts';
import { type CaptureError, type CaptureResult, newAttachmentId } from './captureResult.ts';

/** Maximum size of a text, in characters, and of a file, in bytes: more does not fit the window of any model. */
const MAX_FILE_SIZE = 1024 * 1024;

/** How much of a file is searched for what no text holds, in bytes. */
const BINARY_CHECK_BYTES = 8192;

/** A whole file as it is now. */
export async function captureFile(
  uri: vscode.Uri,
  kind: 'file' | 'instructions' = 'file',
): Promise<CaptureResult> {
  const text = await readFileText(uri);
  if (typeof text !== 'string') {
    return text;
  }
  return {
    id: newAttachmentId(),
    kind,
    path: displayPath(uri),
    languageId: await languageOf(uri),
    text,
    uri: uri.toString(),
  };
}

/** VS Code tells the language of a file only as a document. */
async function languageOf(uri: vscode.Uri): Promise<string> {
  try {
    return (findOpenDocument(uri) ?? (await vscode.workspace.openTextDocument(uri))).languageId;
  } catch {
    return 'plaintext';
  }
}

/**
 * What a file holds now: with what is not saved yet where it is open, else what is on the disk, decoded as VS Code
 * does it for that file.
 */
async function readFileText(uri: vscode.Uri): Promise<string | CaptureError> {
  const path = displayPath(uri);
  const openDocument = findOpenDocument(uri);
  const text =
    openDocument !== undefined && isNewerThanDisk(openDocument)
      ? openDocument.getText()
      : await readFromDisk(uri, path);
  if (typeof text !== 'string') {
    return text;
  }
  if (text.length > MAX_FILE_SIZE) {
    return tooLargeError(path);
  }
  return text.trim() === '' ? { error: vscode.l10n.t('{0} is empty.', path) } : text;
}

/** The document of a file, where it is open. */
export function findOpenDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const name = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === name);
}

/** Whether there is more in a document than on the disk, or no disk at all, as with the other side of a diff. */
function isNewerThanDisk({ isDirty, isUntitled, uri }: vscode.TextDocument): boolean {
  return isDirty || isUntitled || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined;
}

async function readFromDisk(uri: vscode.Uri, path: string): Promise<string | CaptureError> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) {
      return { error: vscode.l10n.t('{0} is a folder.', path) };
    }
    if (size > MAX_FILE_SIZE) {
      return tooLargeError(path);
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    return isBinary(bytes)
      ? { error: vscode.l10n.t('{0} is not a text file.', path) }
      : await vscode.workspace.decode(bytes, { uri });
  } catch (error) {
    const isGone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    return {
      error: isGone
        ? vscode.l10n.t('{0} no longer exists.', path)
        : vscode.l10n.t('{0} can’t be read.', path),
    };
  }
}

function tooLargeError(path: string): CaptureError {
  return { error: vscode.l10n.t('{0} is larger than 1 MB. Attach a part of it.', path) };
}

/** As VS Code tells it: a zero byte near the start, unless the file begins as UTF-16 does. */
function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isUtf16 && bytes.subarray(0, BINARY_CHECK_BYTES).includes(0);
}
