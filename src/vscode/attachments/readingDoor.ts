import * as vscode from 'vscode';
import { failed } from '../actionResult.ts';
import { displayPath } from '../displayPath.ts';
import { allTabs } from '../editorTabs.ts';
import { fileOf } from '../findCell.ts';
import { resolvePath } from '../resolvedPath.ts';
import { foreign, joined, t, type UiText } from '../uiText.ts';
import { confirmInDialog } from '../vscodeUi.ts';
import { ExcludedFiles } from './files/excludedFiles.ts';
import type { CaptureError, FileText } from './kinds/captureResult.ts';
import { notebookText } from './notebookText.ts';
import { withReadLimit } from './readLimit.ts';

/**
 * The door through which files come into a question. Only this file makes a `Readable`, and what reads a file takes
 * one. The user has chosen it, and it is in a tab or inside the workspace with all links resolved, or the user was
 * asked; or something else has named it, and a search of the workspace would find the file that it really is. Read
 * again, it must still be the same file or document. Whatever waits for a file system here has a limit.
 */

/** Maximum size of a file in bytes, and of its text in characters; more exceeds the context window of any model. */
const MAX_FILE_SIZE = 1024 * 1024;

/** Size of the part of a file that is searched for zero bytes. */
const BINARY_CHECK_BYTES = 8192;

/** Maximum number of files that the confirmation names. */
const MAX_LISTED_FILES = 10;

/** Asks whether files from outside of the workspace may be read. */
type Ask = (message: UiText, detail: UiText) => Promise<boolean>;

/** A file, folder or document that may be read. */
class ReadableUri {
  readonly uri: vscode.Uri;
  /** What the URI stands for: where all links of its path lead, or a document that is only in memory. */
  readonly identity: string;
  readonly #path: string;
  readonly #limitMs: number | undefined;

  /** @param limitMs as in `withReadLimit` */
  constructor(uri: vscode.Uri, identity: string, limitMs: number | undefined) {
    this.uri = uri;
    this.identity = identity;
    this.#limitMs = limitMs;
    this.#path = displayPath(uri);
  }

  /**
   * The text that the editor shows or would show: with unsaved changes, otherwise of the file, decoded as VS Code does.
   * @param encoding of an earlier read, for a file that is no longer open
   */
  readText(encoding?: string): Promise<FileText | CaptureError> {
    return withReadLimit(this.#path, this.#readText(encoding), this.#limitMs);
  }

  openDocument(): Promise<vscode.TextDocument | CaptureError> {
    return withReadLimit(this.#path, vscode.workspace.openTextDocument(this.uri), this.#limitMs);
  }

  async #readText(encoding: string | undefined): Promise<FileText | CaptureError> {
    const found = (await notebookText(this.uri)) ?? (await this.#readFileText(encoding));
    if ('error' in found) {
      return found;
    }
    if (found.text.length > MAX_FILE_SIZE) {
      return this.#tooLargeError();
    }
    return found.text.trim() === '' ? { error: failed(t('{0} is empty.', this.#path)) } : found;
  }

  async #readFileText(encoding: string | undefined): Promise<FileText | CaptureError> {
    const open = findOpenDocument(this.uri);
    if (open !== undefined && isNewerThanDisk(open)) {
      return { languageId: open.languageId, text: open.getText(), encoding: open.encoding };
    }
    const bytes = await this.#readBytes();
    if ('error' in bytes) {
      return bytes;
    }
    // VS Code determines language and encoding only when it opens a document.
    const document = open ?? (await this.openDocument());
    const isDocument = !('error' in document);
    const decodeAs = open?.encoding ?? encoding ?? (isDocument ? document.encoding : undefined);
    const text =
      decodeAs === undefined
        ? await vscode.workspace.decode(bytes, { uri: this.uri })
        : await vscode.workspace.decode(bytes, { encoding: decodeAs });
    return {
      languageId: isDocument ? document.languageId : 'plaintext',
      text,
      ...(decodeAs !== undefined && { encoding: decodeAs }),
    };
  }

  async #readBytes(): Promise<Uint8Array | CaptureError> {
    try {
      const { type, size } = await vscode.workspace.fs.stat(this.uri);
      if ((type & vscode.FileType.Directory) !== 0) {
        return { error: failed(t('{0} is a folder.', this.#path)) };
      }
      if (size > MAX_FILE_SIZE) {
        return this.#tooLargeError();
      }
      const bytes = await vscode.workspace.fs.readFile(this.uri);
      return isBinary(bytes) ? { error: failed(t('{0} is not a text file.', this.#path)) } : bytes;
    } catch (error) {
      const isGone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
      const text = isGone ? t('{0} no longer exists.', this.#path) : t('{0} can’t be read.', this.#path);
      return { error: failed(text) };
    }
  }

  #tooLargeError(): CaptureError {
    return { error: failed(t('{0} is larger than 1 MB. Attach a part of it.', this.#path)) };
  }
}

export type Readable = ReadableUri;

/**
 * Lets the user decide, at once, about all files that are neither in a tab nor in the workspace. Those aren't accessed
 * before. Returns `undefined` for each that must not be read. Of a notebook's cell, the whole notebook is read.
 * @param isTabEnough whether a file in a tab may be read wherever it is, since the user has chosen it
 * @param limitMs as in `withReadLimit`
 */
export async function askToRead(
  documents: readonly vscode.Uri[],
  ask: Ask = askUser,
  isTabEnough = true,
  limitMs?: number,
): Promise<(Readable | CaptureError | undefined)[]> {
  const uris = documents.map(fileOf);
  const found = await Promise.all(uris.map((uri) => readChosen(uri, isTabEnough, limitMs)));
  const outside = uris.filter((_, index) => found[index] === undefined);
  const isAllowed =
    outside.length > 0 &&
    (await ask(
      outside.length === 1
        ? t('Attach a file from outside the workspace?')
        : t('Attach {0} files from outside the workspace?', outside.length),
      namesOf(outside),
    ));
  return isAllowed
    ? Promise.all(
        uris.map(
          (uri, index) => found[index] ?? withReadLimit(displayPath(uri), open(uri, limitMs), limitMs),
        ),
      )
    : found;
}

async function open(uri: vscode.Uri, limitMs: number | undefined): Promise<Readable> {
  return new ReadableUri(uri, await identityOf(uri), limitMs);
}

/**
 * For what the user has chosen: now, or before. Never asks: returns `undefined` if the user would have to be asked.
 * @param isTabEnough as in `askToRead`
 * @param limitMs as in `withReadLimit`
 */
export async function readChosen(
  uri: vscode.Uri,
  isTabEnough = true,
  limitMs?: number,
): Promise<Readable | CaptureError | undefined> {
  const find = async (): Promise<Readable | undefined> =>
    isTabAllowed(uri, isTabEnough) ? open(uri, limitMs) : (await findInWorkspace(uri, limitMs))?.readable;
  return withReadLimit(displayPath(uri), find(), limitMs);
}

/**
 * For what something else has named, such as a message, a language extension or Git. Never asks: returns `undefined` for
 * what a search of the workspace would not find where links lead.
 * @param isTabEnough whether a file in a tab may be read wherever it is
 * @param excluded remembers the ignore files, for several files
 * @param limitMs as in `withReadLimit`
 */
export async function readWithoutAsking(
  uri: vscode.Uri,
  isTabEnough = false,
  excluded = new ExcludedFiles(),
  limitMs?: number,
): Promise<Readable | CaptureError | undefined> {
  const find = async (): Promise<Readable | undefined> => {
    if (isTabAllowed(uri, isTabEnough)) {
      return open(uri, limitMs);
    }
    const found = await findInWorkspace(uri, limitMs);
    return found === undefined || (await excluded.has(found.place)) ? undefined : found.readable;
  };
  return withReadLimit(displayPath(uri), find(), limitMs);
}

function isTabAllowed(uri: vscode.Uri, isTabEnough: boolean): boolean {
  // Without a folder, and for what has no file, nothing is outside.
  const isOutsideOfNothing = vscode.workspace.workspaceFolders === undefined || !hasFileSystem(uri);
  return isInTab(uri) && (isTabEnough || isOutsideOfNothing);
}

/** @returns also its `place`: where it really is, without links below the workspace folder */
async function findInWorkspace(
  uri: vscode.Uri,
  limitMs: number | undefined,
): Promise<{ readable: Readable; place: vscode.Uri } | undefined> {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) {
    return undefined;
  }
  const identity = await identityOf(uri);
  const place = await placeInWorkspace(identity);
  return place && { readable: new ReadableUri(uri, identity, limitMs), place };
}

/** For what was read before. Never asks: it is the same file or document, or an error. */
export async function readAgain(
  uri: vscode.Uri,
  identity: string | undefined,
): Promise<Readable | CaptureError> {
  const isSame = async (): Promise<Readable | undefined> => {
    const found = await open(uri, undefined);
    return found.identity === identity ? found : undefined;
  };
  // Attached by an earlier version, which stored no identity.
  const found =
    identity === undefined ? await readChosen(uri) : await withReadLimit(displayPath(uri), isSame());
  return (
    found ?? {
      error: failed(t('{0} is no longer the file that was attached. Attach it again.', displayPath(uri))),
    }
  );
}

function findOpenDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const name = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === name);
}

/** Whether the user has opened it. Other extensions can load documents without showing them. */
function isInTab(uri: vscode.Uri): boolean {
  const name = uri.toString();
  return openUris().some((open) => open.toString() === name);
}

/** The files of all tabs. */
export function openUris(): vscode.Uri[] {
  return allTabs().flatMap(({ input }) => {
    if (input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff) {
      return [input.original, input.modified];
    }
    return input instanceof vscode.TabInputText ||
      input instanceof vscode.TabInputNotebook ||
      input instanceof vscode.TabInputCustom
      ? [input.uri]
      : [];
  });
}

/** Numbers of documents that are only in memory: VS Code uses a name such as `Untitled-1` again. */
const documentNumbers = new WeakMap<vscode.TextDocument, string>();

async function identityOf(uri: vscode.Uri): Promise<string> {
  if (hasFileSystem(uri)) {
    const { uri: resolved, isResolved } = await resolvePath(uri);
    // Where links can't be resolved, one anywhere on the path may lead out of the workspace.
    return isResolved ? resolved.toString() : `link ${uri.toString()}`;
  }
  const document = findOpenDocument(uri);
  if (document === undefined) {
    return '';
  }
  const known = documentNumbers.get(document) ?? crypto.randomUUID();
  documentNumbers.set(document, known);
  return `${uri.toString()} ${known}`;
}

/** Workspace folders may be links themselves, and in one another. */
async function placeInWorkspace(identity: string): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const places = await Promise.all(
    folders.map(async ({ uri }) => {
      const root = (await identityOf(uri)).replace(/\/$/, '');
      const path = identity.slice(root.length);
      const isInside = identity.startsWith(root) && /^(?:\/|$)/.test(path);
      return isInside ? { path, uri: vscode.Uri.joinPath(uri, decodeURIComponent(path)) } : undefined;
    }),
  );
  const inside = places.filter((place) => place !== undefined);
  return inside.toSorted((one, other) => one.path.length - other.path.length)[0]?.uri;
}

/** False for a document that exists only in memory, such as an untitled one. */
function hasFileSystem({ scheme }: vscode.Uri): boolean {
  return vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined;
}

function isNewerThanDisk({ isDirty, isUntitled, uri }: vscode.TextDocument): boolean {
  return isDirty || isUntitled || !hasFileSystem(uri);
}

/** As in VS Code: a zero byte near the start, unless the file starts with a UTF-16 byte order mark. */
function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isUtf16 && bytes.subarray(0, BINARY_CHECK_BYTES).includes(0);
}

function namesOf(uris: readonly vscode.Uri[]): UiText {
  const names = uris.map((uri) =>
    foreign(uri.scheme === 'file' ? uri.fsPath : uri.toString(true), Number.POSITIVE_INFINITY),
  );
  return joined(names, '\n', MAX_LISTED_FILES);
}

async function askUser(message: UiText, detail: UiText): Promise<boolean> {
  return confirmInDialog(message, detail, t('Attach'));
}
