import * as vscode from 'vscode';
import { safePathSegments } from '../../core/safePathSegments.ts';
import { READ_LIMIT_MS, withTimeout } from '../withTimeout.ts';
import { existsWithoutSymlinks, fileTypeOf } from '../workspaceFile.ts';

/** VS Code's default folder for prompt files of a workspace. */
const DEFAULT_FOLDER = '.github/prompts';
const PROMPT_FILE_SUFFIX = '.prompt.md';
/** Maximum number of prompt files, and maximum depth of folders. */
const MAX_FILES = 200;
const MAX_DEPTH = 5;

/** Prompt files of all workspace folders. Empty in an untrusted workspace. */
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

/** Prompt files in the user's own folder. Follows symbolic links, since the user created them. */
export async function findUserPromptFiles(folder: vscode.Uri): Promise<vscode.Uri[]> {
  const files: vscode.Uri[] = [];
  // Most users have none. VS Code 1.104 prints a warning when it lists a folder that doesn't exist.
  if ((await fileTypeOf(folder)) !== undefined) {
    await collectPromptFiles(folder, files, 0, true);
  }
  return files;
}

/** Default name of a prompt, taken from its file name. */
export function promptFileName(file: vscode.Uri): string {
  return file.path.slice(file.path.lastIndexOf('/') + 1, -PROMPT_FILE_SUFFIX.length);
}

/** Folders of VS Code's setting `chat.promptFilesLocations`, which maps paths to whether they are enabled. */
function readLocations(folder: vscode.Uri): string[] {
  const value: unknown = vscode.workspace.getConfiguration('chat', folder).get('promptFilesLocations');
  const configured = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const all = new Map<string, unknown>([
    [DEFAULT_FOLDER, true],
    ...configured.map(([path, isOn]) => [normalizeFolder(path), isOn] as const),
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

/** A missing or unreadable folder counts as empty. */
function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  return withTimeout(READ_LIMIT_MS, vscode.workspace.fs.readDirectory(folder), []);
}
