import * as vscode from 'vscode';
import { displayPath } from '../../displayPath.ts';
import { t } from '../../vscodeUi.ts';
import { type CaptureError, type CaptureResult, newAttachmentId } from './captureResult.ts';

/** Maximum size of a file in bytes, and of its text in characters; more exceeds the context window of any model. */
const MAX_FILE_SIZE = 1024 * 1024;

/** Size of the part of a file that is searched for zero bytes. */
const BINARY_CHECK_BYTES = 8192;

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

/** VS Code determines the language of a file only when it opens a document. */
async function languageOf(uri: vscode.Uri): Promise<string> {
  try {
    return (findOpenDocument(uri) ?? (await vscode.workspace.openTextDocument(uri))).languageId;
  } catch {
    return 'plaintext';
  }
}

/** The text of the open document if it has unsaved changes, otherwise the file's content, decoded as VS Code would. */
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
  return text.trim() === '' ? { error: t('{0} is empty.', path) } : text;
}

export function findOpenDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const name = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === name);
}

/** Also true for a document without a file system, such as the original side of a diff. */
function isNewerThanDisk({ isDirty, isUntitled, uri }: vscode.TextDocument): boolean {
  return isDirty || isUntitled || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined;
}

async function readFromDisk(uri: vscode.Uri, path: string): Promise<string | CaptureError> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) {
      return { error: t('{0} is a folder.', path) };
    }
    if (size > MAX_FILE_SIZE) {
      return tooLargeError(path);
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    return isBinary(bytes)
      ? { error: t('{0} is not a text file.', path) }
      : await vscode.workspace.decode(bytes, { uri });
  } catch (error) {
    const isGone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    return {
      error: isGone ? t('{0} no longer exists.', path) : t('{0} can’t be read.', path),
    };
  }
}

function tooLargeError(path: string): CaptureError {
  return { error: t('{0} is larger than 1 MB. Attach a part of it.', path) };
}

/** As in VS Code: a zero byte near the start, unless the file starts with a UTF-16 byte order mark. */
function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isUtf16 && bytes.subarray(0, BINARY_CHECK_BYTES).includes(0);
}
