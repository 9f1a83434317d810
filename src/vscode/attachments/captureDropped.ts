import * as vscode from 'vscode';
import { failed } from '../actionResult.ts';
import { t } from '../uiText.ts';
import { captureFiles } from './kinds/attachmentSource.ts';
import type { CaptureResult } from './kinds/captureResult.ts';

/**
 * Reads dropped files and folders. The panel reports what was dropped and isn't trusted.
 * @param ask as for `captureFiles`
 * @param limitMs as in `withReadLimit`
 */
export async function captureDropped(
  dropped: readonly string[],
  ask?: Parameters<typeof captureFiles>[1],
  limitMs?: number,
): Promise<CaptureResult[]> {
  const parsed = dropped.map(parseUri);
  const uris = [...new Map(parsed.flatMap((uri) => (uri ? [[uri.toString(), uri] as const] : []))).values()];
  return [
    ...(await captureFiles(uris, ask, undefined, limitMs)),
    ...(parsed.includes(undefined)
      ? [{ error: failed(t('Only files and folders can be dropped here.')) }]
      : []),
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
