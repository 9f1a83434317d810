import * as vscode from 'vscode';
import type { GitApi, GitRepository } from '../../src/vscode/attachments/kinds/gitApi.ts';
import { ok, until } from './assert.ts';
import { setSetting } from './extensionAccess.ts';

/** The part of Git's API that only tests need. */
export interface TestRepository extends GitRepository {
  setConfig(key: string, value: string): Promise<string>;
  unsetConfig(key: string): Promise<string>;
  add(paths: string[]): Promise<void>;
  /** Takes files out of the index. */
  revert(paths: string[]): Promise<void>;
  /** Discards changes. */
  clean(paths: string[]): Promise<void>;
  commit(message: string): Promise<void>;
}

interface TestGit extends GitApi {
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  init(root: vscode.Uri): Promise<TestRepository | null>;
}

interface Extension {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: vscode.Event<boolean>;
  getAPI(version: 1): TestGit;
}

/**
 * Turns Git on, which is off for the other suites.
 * @param onOpened called with each repository that it then finds
 */
export async function startGit(onOpened?: (api: TestGit) => void): Promise<TestGit> {
  const git = vscode.extensions.getExtension<Extension>('vscode.git');
  ok(git, 'The Git extension is missing');
  const listener =
    onOpened &&
    git.exports.onDidChangeEnablement(async () => {
      // The API is there only after the event.
      await Promise.resolve();
      const api = git.exports.getAPI(1);
      api.onDidOpenRepository(() => onOpened(api));
    });
  await setSetting('git.enabled', true);
  const exports = await git.activate();
  const api = await until(
    () => (exports.enabled ? exports.getAPI(1) : undefined),
    (found) => found?.state === 'initialized',
  );
  ok(api, 'Git has no API');
  listener?.dispose();
  return api;
}

export function stopGit(): Promise<void> {
  return setSetting('git.enabled', false);
}
