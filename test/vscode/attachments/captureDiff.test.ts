import * as vscode from 'vscode';
import { captureDiff } from '../../../src/vscode/attachments/kinds/captureDiff.ts';
import { equal, ok, until } from '../assert.ts';
import { isWebWorker } from '../extensionAccess.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

/** As much of Git's API as a suite needs to make a repository. */
interface Repository {
  readonly state: { readonly HEAD?: { readonly commit?: string } };
  setConfig(key: string, value: string): Promise<string>;
  add(paths: string[]): Promise<void>;
  commit(message: string): Promise<void>;
}

interface Git {
  readonly enabled: boolean;
  getAPI(version: 1): { readonly state: string; init(root: vscode.Uri): Promise<Repository | null> };
}

const git = vscode.extensions.getExtension<Git>('vscode.git');

async function enableGit(enabled: boolean | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('git')
    .update('enabled', enabled, vscode.ConfigurationTarget.Global);
}

async function problem(): Promise<string> {
  const captured = await captureDiff(undefined);
  ok('error' in captured, 'There are changes');
  return captured.error;
}

describe('Git changes as an attachment', () => {
  afterEach(async () => {
    await enableGit(false);
    await files.remove();
  });

  it('are none where there is no Git, and a sentence says so', async () => {
    ok((await problem()).startsWith('Git is not available'), 'It says something else');
  });

  // A web worker host has no Git extension, and the test above is about that.
  if (!isWebWorker) {
    it('are what is not committed, staged and not, with the names of new files', changesOfARepository);
  }
});

async function changesOfARepository(): Promise<void> {
  ok(git, 'There is no Git extension');
  await enableGit(true);
  const exports = await git.activate();
  const api = await until(
    () => (exports.enabled ? exports.getAPI(1) : undefined),
    (found) => found?.state === 'initialized',
  );
  const first = await files.write('repository/first.txt', 'one\n');
  const second = await files.write('repository/second.txt', 'two\n');
  const root = vscode.Uri.joinPath(workspaceRoot(), 'repository');
  const repository = await api?.init(root);
  ok(repository, 'No repository was made');
  await repository.setConfig('user.name', 'Tester');
  await repository.setConfig('user.email', 'tester@example.com');
  await repository.add([first.fsPath, second.fsPath]);
  await repository.commit('First');
  equal(await captureDiff(first), { error: 'Nothing has changed in repository since the last commit.' });

  await files.write('repository/first.txt', 'one more\n');
  await repository.add([first.fsPath]);
  await files.write('repository/second.txt', 'two more\n');
  await files.write('repository/third.txt', 'three\n');
  const captured = await captureDiff(first);
  ok(!('error' in captured), 'It was not taken');
  equal([captured.kind, captured.path, captured.languageId], ['diff', 'repository', 'diff']);
  const [staged, unstaged, added] = captured.text.split(/^(?:Staged|Not staged|New files):$/m).slice(1);
  ok(staged?.includes('+one more') && !staged.includes('two'), `Staged: ${staged}`);
  ok(unstaged?.includes('+two more') && !unstaged.includes('one'), `Not staged: ${unstaged}`);
  equal(added?.trim(), 'third.txt');
}
