import * as vscode from 'vscode';
import { ignoredGlobs } from '../../core/context/ignoredGlobs.ts';

/** Folders of things that were fetched or built: what version control would leave out in most workspaces. */
const USUALLY_IGNORED = [
  '**/.git',
  '**/node_modules',
  '**/bower_components',
  '**/__pycache__',
  '**/.venv',
  '**/.gradle',
  '**/.next',
  '**/.DS_Store',
];

/** @param name of a folder */
export function isUsuallyIgnored(name: string): boolean {
  return USUALLY_IGNORED.includes(`**/${name}`);
}

/**
 * The pattern of the files that the user hides from the explorer and from searches, of those that Git ignores by the
 * files at the roots of the workspace folders, and of those above.
 */
export async function excludedFiles(): Promise<string> {
  const hidden = ['files.exclude', 'search.exclude'].flatMap((name) => patternsOf(name));
  const roots = vscode.workspace.workspaceFolders ?? [];
  const ignored = await Promise.all(roots.map(({ uri }) => ignoredIn(uri)));
  return `{${[...new Set([...hidden, ...ignored.flat(), ...USUALLY_IGNORED])].join(',')}}`;
}

async function ignoredIn(root: vscode.Uri): Promise<string[]> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(root, '.gitignore'));
    return ignoredGlobs(new TextDecoder().decode(bytes));
  } catch {
    return [];
  }
}

/** Those that hold without a condition on another file, which no search takes. */
function patternsOf(setting: string): string[] {
  const patterns = vscode.workspace.getConfiguration().get<Record<string, unknown>>(setting) ?? {};
  return Object.entries(patterns).flatMap(([pattern, isOn]) => (isOn === true ? [pattern] : []));
}
