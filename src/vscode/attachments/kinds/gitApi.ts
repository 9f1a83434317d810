import * as vscode from 'vscode';

/** The used part of the API of VS Code's built-in Git extension (extensions/git/src/api/git.d.ts). */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  /** The box for the message of the next commit. */
  readonly inputBox: { value: string };
  readonly state: {
    /** Without `commit` before the first one. */
    readonly HEAD?: { readonly commit?: string } | undefined;
    readonly indexChanges: readonly unknown[];
    readonly workingTreeChanges: readonly GitChange[];
    /** Only if the setting `git.untrackedChanges` is `separate`. */
    readonly untrackedChanges?: readonly GitChange[];
    readonly onDidChange: vscode.Event<void>;
  };
  status(): Promise<void>;
  /** @param cached whether to diff the index with the last commit */
  diff(cached?: boolean): Promise<string>;
  /** The last commits, the newest first. Rejects before the first one. */
  log(options: { maxEntries: number }): Promise<readonly GitCommit[]>;
}

interface GitCommit {
  readonly message: string;
  /** More than one of a merge. */
  readonly parents: readonly string[];
}

interface GitChange {
  readonly uri: vscode.Uri;
  readonly status: number;
}

export interface GitApi {
  /** `uninitialized` while it looks for repositories. */
  readonly state: 'uninitialized' | 'initialized';
  readonly repositories: readonly GitRepository[];
  getRepository(uri: vscode.Uri): GitRepository | null;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** `Status.UNTRACKED` in the API. */
const UNTRACKED_STATUS = 7;

/** Returns `undefined` if the Git extension is missing (in a browser), disabled, or the workspace is untrusted. */
export async function getGitApi(): Promise<GitApi | undefined> {
  try {
    await gitExtension()?.activate();
    return activeGitApi();
  } catch {
    return undefined;
  }
}

/** Like `getGitApi`, as far as that is known without waiting. */
export function knownGitApi(): GitApi | 'unknown' | undefined {
  return gitExtension()?.isActive === false ? 'unknown' : activeGitApi();
}

function activeGitApi(): GitApi | undefined {
  const git = gitExtension()?.exports;
  return git?.enabled ? git.getAPI(1) : undefined;
}

function gitExtension(): vscode.Extension<GitExtension | undefined> | undefined {
  return vscode.extensions.getExtension<GitExtension | undefined>('vscode.git');
}

export function untrackedFiles({ state }: GitRepository): vscode.Uri[] {
  return [...state.workingTreeChanges, ...(state.untrackedChanges ?? [])]
    .filter(({ status }) => status === UNTRACKED_STATUS)
    .map(({ uri }) => uri);
}
