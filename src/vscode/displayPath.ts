import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { hashText } from '../core/checksum.ts';
import { rootNames } from '../core/rootNames.ts';
import { fileOf } from './findCell.ts';

/** Of a URI of VS Code's Git extension. An empty `ref` or `~` is the index. */
const gitQuerySchema = z.object({ path: z.string(), ref: z.string() });

/**
 * The path that is shown and sent: relative to the workspace folder, after its name if there are several, or just the
 * file name outside of one, so that nothing about the machine is revealed beyond the workspace's own layout. Of a
 * workspace folder, its name. `findFiles` leads back to the file.
 */
export function displayPath(uri: vscode.Uri): string {
  const source = fileOf(uri);
  const earlier = earlierVersionOf(source);
  if (earlier !== undefined) {
    return `${displayPath(earlier.file)} (${earlier.version})`;
  }
  const folder = vscode.workspace.getWorkspaceFolder(source);
  if (folder === undefined) {
    return source.path.split('/').at(-1) ?? source.path;
  }
  const names = (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name);
  const root = rootNames(names)[folder.index] ?? folder.name;
  if (folder.uri.path === source.path) {
    return root;
  }
  const path = vscode.workspace.asRelativePath(source, false);
  return names.length > 1 && root !== '' ? `${root}/${path}` : path;
}

/** The file of which VS Code's Git extension shows another version, as on the left side of a diff. */
function earlierVersionOf({ scheme, query }: vscode.Uri): { file: vscode.Uri; version: string } | undefined {
  if (scheme !== 'git') {
    return undefined;
  }
  try {
    const { path, ref } = gitQuerySchema.parse(JSON.parse(query));
    return { file: vscode.Uri.file(path), version: ref === '' || ref === '~' ? 'Index' : ref };
  } catch {
    return undefined;
  }
}

/** A checksum that tells documents apart without revealing where they are. The cells of a notebook share it. */
export function documentChecksum(uri: vscode.Uri): number {
  return hashText(fileOf(uri).toString());
}
