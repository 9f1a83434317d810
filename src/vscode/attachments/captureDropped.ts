import * as vscode from 'vscode';
import { askInDialog, foreign, joined, t, type UiText } from '../vscodeUi.ts';
import { captureSource, sourceAt } from './kinds/attachmentSource.ts';
import { findOpenDocument } from './kinds/captureFile.ts';
import type { CaptureResult } from './kinds/captureResult.ts';

/** Maximum number of files that the confirmation names. */
const MAX_LISTED_FILES = 10;

/**
 * Reads dropped files and folders. The panel reports what was dropped and isn't trusted: a file that is neither in the
 * workspace nor open isn't even accessed before the user confirms.
 */
export async function captureDropped(
  dropped: readonly string[],
  confirm: (message: UiText, detail: UiText) => Promise<boolean> = showConfirmation,
): Promise<CaptureResult[]> {
  const parsed = dropped.map(parseUri);
  const uris = [...new Map(parsed.flatMap((uri) => (uri ? [[uri.toString(), uri] as const] : []))).values()];
  const isKnown = await Promise.all(uris.map(isOpenOrInWorkspace));
  const outside = uris.filter((_, index) => !isKnown[index]);
  const isAllowed =
    outside.length === 0 || (await confirm(confirmationText(outside.length), listNames(outside)));
  const accepted = uris.filter((_, index) => isKnown[index] || isAllowed);
  return [
    ...(await Promise.all(accepted.map(async (uri) => captureSource(await sourceAt(uri), undefined)))),
    ...(parsed.includes(undefined) ? [{ error: t('Only files and folders can be dropped here.') }] : []),
  ];
}

/** Accepts only schemes with a file system, and resolves `..` segments, which could lead out of the apparent folder. */
function parseUri(text: string): vscode.Uri | undefined {
  try {
    const uri = toHostUri(vscode.Uri.parse(text, true));
    const isFile =
      vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined && !isWebAddress(uri.scheme);
    return isFile ? vscode.Uri.joinPath(uri, '.').with({ query: '', fragment: '' }) : undefined;
  } catch {
    return undefined;
  }
}

/** In a remote window the panel reports `vscode-remote` URIs. This host runs on the remote machine: `file` to it. */
function toHostUri(uri: vscode.Uri): vscode.Uri {
  const isKnownScheme = vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
  const isRemote = uri.scheme === 'vscode-remote' && vscode.env.remoteName !== undefined;
  return isRemote && !isKnownScheme ? uri.with({ scheme: 'file', authority: '' }) : uri;
}

/** VS Code can read URLs as files too, which would send a request to their server. */
function isWebAddress(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https';
}

/** A symbolic link on the path could lead out of the workspace, so such files count as outside. */
async function isOpenOrInWorkspace(uri: vscode.Uri): Promise<boolean> {
  if (findOpenDocument(uri) !== undefined) {
    return true;
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) {
    return false;
  }
  const segments = uri.path
    .slice(folder.uri.path.length)
    .split('/')
    .filter((segment) => segment !== '');
  for (const end of segments.keys()) {
    if (await isSymbolicLink(vscode.Uri.joinPath(folder.uri, ...segments.slice(0, end + 1)))) {
      return false;
    }
  }
  return true;
}

async function isSymbolicLink(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.SymbolicLink) !== 0;
  } catch {
    return false;
  }
}

function confirmationText(count: number): UiText {
  return count === 1
    ? t('Attach a file from outside the workspace?')
    : t('Attach {0} files from outside the workspace?', count);
}

function listNames(uris: readonly vscode.Uri[]): UiText {
  const names = uris.map((uri) =>
    foreign(uri.scheme === 'file' ? uri.fsPath : uri.toString(true), Number.POSITIVE_INFINITY),
  );
  return joined(names, '\n', MAX_LISTED_FILES);
}

async function showConfirmation(message: UiText, detail: UiText): Promise<boolean> {
  const attach = t('Attach');
  return (await askInDialog(message, detail, attach)) === attach;
}
