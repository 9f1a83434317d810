import * as vscode from 'vscode';
import { hashText } from '../core/history/records/checksum.ts';
import { findCell } from './findCell.ts';

/**
 * The path that is shown and sent: relative to the workspace folder, or just the file name outside of one, so that
 * nothing about the machine is revealed beyond the workspace's own layout.
 */
export function displayPath(uri: vscode.Uri): string {
  const source = sourceOf(uri);
  return vscode.workspace.getWorkspaceFolder(source) === undefined
    ? (source.path.split('/').at(-1) ?? source.path)
    : vscode.workspace.asRelativePath(source);
}

/**
 * The path that tells whether a file is protected, with the folders that `displayPath` leaves out. Not those above a
 * workspace folder, which are the same for all of its files. Never shown nor sent.
 */
export function pathWithFolders(uri: vscode.Uri): string {
  const source = sourceOf(uri);
  const folder = vscode.workspace.getWorkspaceFolder(source)?.uri.path ?? '';
  return source.path.slice(folder.lastIndexOf('/') + 1);
}

/** A checksum that tells documents apart without revealing where they are. The cells of a notebook share it. */
export function documentChecksum(uri: vscode.Uri): number {
  return hashText(sourceOf(uri).toString());
}

function sourceOf(uri: vscode.Uri): vscode.Uri {
  return findCell(uri)?.notebook.uri ?? uri;
}
