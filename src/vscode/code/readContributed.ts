import * as vscode from 'vscode';
import { parseJsonWithComments } from '../../core/code/jsonWithComments.ts';
import type { ContributedFile } from './contributions.ts';

/** The largest grammars of VS Code have half of that. Bytes. */
const LARGEST_FILE = 2_000_000;

/**
 * A JSON file of an extension, comments allowed; `undefined` for one that can't be read, is too large, is no JSON
 * or lies outside of its extension.
 */
export async function readContributed({ uri, root }: ContributedFile): Promise<unknown> {
  if (!uri.path.startsWith(`${root.path.replace(/\/$/, '')}/`)) {
    return undefined;
  }
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.byteLength > LARGEST_FILE
      ? undefined
      : parseJsonWithComments(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
