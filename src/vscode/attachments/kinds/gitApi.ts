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
  /** Settings of this repository only. */
  getConfigs(): Promise<readonly { readonly key: string }[]>;
  /** A setting of the user; empty if there is none. */
  getGlobalConfig(key: string): Promise<string>;
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

type GitState = 'uninitialized' | 'initialized';

export interface GitApi {
  /** `uninitialized` while it looks for repositories. */
  readonly state: GitState;
  readonly onDidChangeState: vscode.Event<GitState>;
  readonly repositories: readonly GitRepository[];
  getRepository(uri: vscode.Uri): GitRepository | null;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** `Status.UNTRACKED` in the API. */
const UNTRACKED_STATUS = 7;

/**
 * Waits until Git has looked for repositories, which it does whenever it is turned on: until then, the one that is meant may
 * be missing, and another one the only one or around it.
 * @returns `undefined` if the Git extension is missing (in a browser), disabled, or the workspace is untrusted
 */
export async function getGitApi(): Promise<GitApi | undefined> {
  try {
    await gitExtension()?.activate();
    const git = activeGitApi();
    await (git && whenInitialized(git));
    return git;
  } catch {
    return undefined;
  }
}

/** Like `getGitApi`, as far as that is known without waiting. */
export function knownGitApi(): GitApi | 'unknown' | undefined {
  return gitExtension()?.isActive === false ? 'unknown' : activeGitApi();
}

async function whenInitialized(git: GitApi): Promise<void> {
  let listener: vscode.Disposable | undefined;
  while (git.state !== 'initialized') {
    await new Promise<unknown>((resolve) => {
      listener = git.onDidChangeState(resolve);
    });
    listener?.dispose();
  }
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
    .filter(isUntracked)
    .map(({ uri }) => uri);
}

/** Whether a file is unknown to Git, which then has no diff of it. */
export function isUntracked({ status }: GitChange): boolean {
  return status === UNTRACKED_STATUS;
}
