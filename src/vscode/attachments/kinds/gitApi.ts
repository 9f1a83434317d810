import * as vscode from 'vscode';

/** What is used of the API that VS Code's own Git extension offers to others (extensions/git/src/api/git.d.ts). */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly indexChanges: readonly unknown[];
    readonly workingTreeChanges: readonly GitChange[];
    /** Only where the setting keeps them apart. */
    readonly untrackedChanges?: readonly GitChange[];
    readonly onDidChange: vscode.Event<void>;
  };
  status(): Promise<void>;
  /** @param cached whether it is of what is staged, against the last commit */
  diff(cached?: boolean): Promise<string>;
}

interface GitChange {
  readonly uri: vscode.Uri;
  readonly status: number;
}

interface GitApi {
  readonly repositories: readonly GitRepository[];
  getRepository(uri: vscode.Uri): GitRepository | null;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** Git's number for a file that it does not know yet. */
const UNTRACKED_STATUS = 7;

/** `undefined` where there is no such extension, as in a browser, in a workspace that is not trusted, or where it is off. */
export async function getGitApi(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension | undefined>('vscode.git');
  try {
    const git = await extension?.activate();
    return git?.enabled ? git.getAPI(1) : undefined;
  } catch {
    return undefined;
  }
}

/** The files that Git does not know yet. */
export function untrackedFiles({ state }: GitRepository): vscode.Uri[] {
  return [...state.workingTreeChanges, ...(state.untrackedChanges ?? [])]
    .filter(({ status }) => status === UNTRACKED_STATUS)
    .map(({ uri }) => uri);
}
