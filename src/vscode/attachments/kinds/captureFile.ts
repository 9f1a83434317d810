import * as vscode from 'vscode';
import { shownPath } from '../selectionCapture.ts';
import { type Captured, type NotCaptured, newAttachmentId } from './captured.ts';

/** Maximum size of a text, in characters, and of a file, in bytes: more does not fit the window of any model. */
const LARGEST = 1024 * 1024;

/** How much of a file is searched for what no text holds, in bytes. */
const LOOKED_AT = 8192;

/** A whole file as it is now. */
export async function captureFile(
  uri: vscode.Uri,
  kind: 'file' | 'instructions' = 'file',
): Promise<Captured> {
  const text = await readFileText(uri);
  if (typeof text !== 'string') {
    return text;
  }
  return {
    id: newAttachmentId(),
    kind,
    path: shownPath(uri),
    languageId: await languageOf(uri),
    text,
    uri: uri.toString(),
  };
}

/** VS Code tells the language of a file only as a document. */
async function languageOf(uri: vscode.Uri): Promise<string> {
  try {
    return (openDocument(uri) ?? (await vscode.workspace.openTextDocument(uri))).languageId;
  } catch {
    return 'plaintext';
  }
}

/**
 * What a file holds now: with what is not saved yet where it is open, else what is on the disk, decoded as VS Code
 * does it for that file.
 */
async function readFileText(uri: vscode.Uri): Promise<string | NotCaptured> {
  const path = shownPath(uri);
  const open = openDocument(uri);
  const text = open !== undefined && isAhead(open) ? open.getText() : await readFromDisk(uri, path);
  if (typeof text !== 'string') {
    return text;
  }
  if (text.length > LARGEST) {
    return tooLarge(path);
  }
  return text.trim() === '' ? { problem: vscode.l10n.t('{0} is empty.', path) } : text;
}

/** The document of a file, where it is open. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const name = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === name);
}

/** Whether there is more in a document than on the disk, or no disk at all, as with the other side of a diff. */
function isAhead({ isDirty, isUntitled, uri }: vscode.TextDocument): boolean {
  return isDirty || isUntitled || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined;
}

async function readFromDisk(uri: vscode.Uri, path: string): Promise<string | NotCaptured> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) {
      return { problem: vscode.l10n.t('{0} is a folder.', path) };
    }
    if (size > LARGEST) {
      return tooLarge(path);
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    return isBinary(bytes)
      ? { problem: vscode.l10n.t('{0} is not a text file.', path) }
      : await vscode.workspace.decode(bytes, { uri });
  } catch (error) {
    const isGone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    return {
      problem: isGone
        ? vscode.l10n.t('{0} is not there any more.', path)
        : vscode.l10n.t('{0} can’t be read.', path),
    };
  }
}

function tooLarge(path: string): NotCaptured {
  return { problem: vscode.l10n.t('{0} is larger than 1 MB. Attach a part of it.', path) };
}

/** As VS Code tells it: a zero byte near the start, unless the file begins as UTF-16 does. */
function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isUtf16 && bytes.subarray(0, LOOKED_AT).includes(0);
}
