import * as vscode from 'vscode';

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
 * The pattern of the files that the user hides from the explorer and from searches, of those above, and of others.
 * @param ignored patterns of what Git ignores
 */
export function excludedFiles(ignored: readonly string[]): string {
  const hidden = ['files.exclude', 'search.exclude'].flatMap((name) => patternsOf(name));
  return `{${[...new Set([...hidden, ...ignored, ...USUALLY_IGNORED])].join(',')}}`;
}

/** Those that hold without a condition on another file, which no search takes. */
function patternsOf(setting: string): string[] {
  const patterns = vscode.workspace.getConfiguration().get<Record<string, unknown>>(setting) ?? {};
  return Object.entries(patterns).flatMap(([pattern, isOn]) => (isOn === true ? [pattern] : []));
}
