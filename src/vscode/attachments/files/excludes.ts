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
 * The pattern of the files that the user hides from searches, of those above, and of others. What is hidden from the
 * explorer (`files.exclude`) VS Code leaves out of what it finds by itself.
 *
 * @param ignored patterns of what Git ignores
 */
export function excludedFiles(ignored: readonly string[]): string {
  const setting = vscode.workspace.getConfiguration('search').get<Record<string, unknown>>('exclude') ?? {};
  // Those that hold on condition of another file are taken by no search.
  const hidden = Object.keys(setting).filter((pattern) => setting[pattern] === true);
  return `{${[...new Set([...hidden, ...ignored, ...USUALLY_IGNORED])].join(',')}}`;
}
