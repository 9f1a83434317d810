import * as vscode from 'vscode';
import { safePathSegments } from '../../core/safePathSegments.ts';
import { existsWithoutSymlinks } from '../workspaceFile.ts';

/** Where VS Code itself looks for prompt files of a workspace. */
const DEFAULT_FOLDER = '.github/prompts';
const PROMPT_FILE_SUFFIX = '.prompt.md';
/** More are not read, and none that lie deeper. */
const MAX_FILES = 200;
const MAX_DEPTH = 5;

/** The prompt files of all folders of the workspace; none as long as the user does not trust it. */
export async function findWorkspacePromptFiles(
  isTrusted = vscode.workspace.isTrusted,
): Promise<vscode.Uri[]> {
  if (!isTrusted) {
    return [];
  }
  const files: vscode.Uri[] = [];
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    for (const location of readLocations(uri)) {
      const segments = safePathSegments(location);
      if (segments !== undefined && (await existsWithoutSymlinks(uri, segments, vscode.FileType.Directory))) {
        await collectPromptFiles(vscode.Uri.joinPath(uri, ...segments), files, MAX_DEPTH);
      }
    }
  }
  return files;
}

/** The prompt files of the user's own folder: what is a link there, the user has made. */
export async function findUserPromptFiles(folder: vscode.Uri): Promise<vscode.Uri[]> {
  const files: vscode.Uri[] = [];
  await collectPromptFiles(folder, files, 0, true);
  return files;
}

/** As it is typed where the file says no name of its own. */
export function promptFileName(file: vscode.Uri): string {
  return file.path.slice(file.path.lastIndexOf('/') + 1, -PROMPT_FILE_SUFFIX.length);
}

/** VS Code's own setting: folders by their paths, and whether they are looked through. */
function readLocations(folder: vscode.Uri): string[] {
  const value: unknown = vscode.workspace.getConfiguration('chat', folder).get('promptFilesLocations');
  const set = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const all = new Map<string, unknown>([
    [DEFAULT_FOLDER, true],
    ...set.map(([path, isOn]) => [normalizeFolder(path), isOn] as const),
  ]);
  return [...all].flatMap(([path, isOn]) => (isOn === true ? [path] : []));
}

function normalizeFolder(path: string): string {
  return path.replace(/^\.\//, '').replace(/\/$/, '');
}

async function collectPromptFiles(
  folder: vscode.Uri,
  files: vscode.Uri[],
  depth: number,
  followsLinks = false,
): Promise<void> {
  const entries = await entriesOf(folder);
  for (const [name, type] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kind = followsLinks ? type & ~vscode.FileType.SymbolicLink : type;
    if (kind === vscode.FileType.File && name.endsWith(PROMPT_FILE_SUFFIX) && files.length < MAX_FILES) {
      files.push(vscode.Uri.joinPath(folder, name));
    } else if (kind === vscode.FileType.Directory && depth > 0) {
      await collectPromptFiles(vscode.Uri.joinPath(folder, name), files, depth - 1, followsLinks);
    }
  }
}

/** Few have such a folder, and one that can't be read has no prompts to offer. */
async function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}
