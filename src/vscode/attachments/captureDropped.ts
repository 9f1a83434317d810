import * as vscode from 'vscode';
import { visibleText } from '../../core/visibleText.ts';
import { captureSource, sourceAt } from './kinds/attachmentSource.ts';
import { findOpenDocument } from './kinds/captureFile.ts';
import type { CaptureResult } from './kinds/captureResult.ts';

/** As many are named in the question. */
const MAX_LISTED_FILES = 10;

/**
 * Reads the files and folders of a drop. The panel says what was dropped, and it may be wrong: what is neither in the
 * workspace nor open is not even looked at before the user says so.
 */
export async function captureDropped(
  dropped: readonly string[],
  confirm: (message: string, detail: string) => Promise<boolean> = showConfirmation,
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
    ...(parsed.includes(undefined)
      ? [{ error: vscode.l10n.t('Only files and folders can be dropped here.') }]
      : []),
  ];
}

/** Only what VS Code has files for, and without a way up in the path, which could lead out of where it seems to be. */
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

/** In a window on another machine the panel is told `vscode-remote` of what this host, which runs there, calls `file`. */
function toHostUri(uri: vscode.Uri): vscode.Uri {
  const isKnownScheme = vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
  const isRemote = uri.scheme === 'vscode-remote' && vscode.env.remoteName !== undefined;
  return isRemote && !isKnownScheme ? uri.with({ scheme: 'file', authority: '' }) : uri;
}

/** VS Code reads those as files too, which would be a request to whoever has the address. */
function isWebAddress(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https';
}

/** Open in an editor, or in the workspace with no link on the way, which could lead out of it. */
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

function confirmationText(count: number): string {
  return count === 1
    ? vscode.l10n.t('Attach a file from outside the workspace?')
    : vscode.l10n.t('Attach {0} files from outside the workspace?', count);
}

function listNames(uris: readonly vscode.Uri[]): string {
  const names = uris
    .slice(0, MAX_LISTED_FILES)
    .map((uri) => visibleText(uri.scheme === 'file' ? uri.fsPath : uri.toString(true)));
  return [...names, ...(uris.length > MAX_LISTED_FILES ? ['…'] : [])].join('\n');
}

async function showConfirmation(message: string, detail: string): Promise<boolean> {
  const attach = vscode.l10n.t('Attach');
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, attach)) === attach;
}
