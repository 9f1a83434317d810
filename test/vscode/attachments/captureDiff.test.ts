import * as vscode from 'vscode';
import { fixedCandidates } from '../../../src/vscode/attachments/kinds/attachmentSource.ts';
import {
  captureDiff,
  captureDiffAround,
  noDiffText,
} from '../../../src/vscode/attachments/kinds/captureDiff.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { isWebWorker } from '../extensionAccess.ts';
import { startGit, stopGit } from '../gitRepositories.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

async function captureError(): Promise<string> {
  const captured = await captureDiffAround(undefined);
  ok(captured && 'error' in captured, 'There are changes');
  return said(captured.error) ?? '';
}

describe('captureDiff', () => {
  afterEach(async () => {
    await stopGit();
    await files.remove();
  });

  it('returns an error message if Git is not available', async () => {
    ok((await captureError()).startsWith('Git is not available'), 'The message is another one');
  });

  it('is listed with the reason why it is not possible', async () => {
    const entry = fixedCandidates(undefined).find(({ source }) => source.kind === 'diff');
    equal(entry?.detail, await captureError());
  });

  // A web worker host has no Git extension, which the test above covers.
  if (!isWebWorker) {
    it('waits until Git has found the repository of the file, and takes no other one', testStart);
    it('returns staged and unstaged changes and the names of new files', testRepository);
  }
});

async function testRepository(): Promise<void> {
  const api = await startGit();
  equal(noDiffText(), 'There is no Git repository in the workspace.');
  const first = await files.write('repository/first.txt', 'one\n');
  const second = await files.write('repository/second.txt', 'two\n');
  const root = vscode.Uri.joinPath(workspaceRoot(), 'repository');
  const repository = await api.init(root);
  ok(repository, 'No repository was created');
  equal(noDiffText(), undefined);
  await repository.setConfig('user.name', 'Tester');
  await repository.setConfig('user.email', 'tester@example.com');
  await repository.add([first.fsPath, second.fsPath]);
  await repository.commit('First');
  equal(await captureDiffAround(first), {
    error: 'Nothing has changed in repository since the last commit.',
  });

  await files.write('repository/first.txt', 'one more\n');
  await repository.add([first.fsPath]);
  await files.write('repository/second.txt', 'two more\n');
  await files.write('repository/third.txt', 'three\n');
  // Never another repository under the name of the one that was attached.
  equal(await captureDiff(vscode.Uri.joinPath(workspaceRoot(), 'closed')), {
    error: 'The Git repository closed is not open.',
  });
  equal(await captureDiffAround(first, 0), { error: 'Git did not respond.' });
  const captured = await captureDiff(root);
  ok(!('error' in captured), 'It was not captured');
  equal([captured.kind, captured.path, captured.languageId], ['diff', 'repository', 'diff']);
  const [staged, unstaged, added] = captured.text.split(/^(?:Staged|Not staged|New files):$/m).slice(1);
  ok(staged?.includes('+one more') && !staged.includes('two'), `Staged: ${staged}`);
  ok(unstaged?.includes('+two more') && !unstaged.includes('one'), `Not staged: ${unstaged}`);
  equal(added?.trim(), 'third.txt');

  // A program with a window of its own.
  await repository.setConfig('diff.external', 'true');
  const refused =
    'The changes in repository were not read, because Git’s setting diff.external has another program print them. Remove it and try again.';
  equal([await captureDiff(root), await captureDiffAround(first)], [{ error: refused }, { error: refused }]);
  await repository.unsetConfig('diff.external');
  const again = await captureDiff(root);
  equal('text' in again && again.text, captured.text);

  // With several repositories and no file to go by, the user chooses.
  const other = vscode.Uri.joinPath(workspaceRoot(), 'other');
  await files.write('other/new.txt', 'new\n');
  ok(await api.init(other), 'No second repository was created');
  const chosen = captureDiffAround(undefined);
  let isSettled = false;
  void chosen.then(() => {
    isSettled = true;
  });
  await until(
    async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      return isSettled;
    },
    (settled) => settled,
  );
  equal(await chosen, undefined);
  const [one, two] = [await captureDiffAround(first), await captureDiffAround(other)];
  equal(
    [one, two].map((each) => each && 'path' in each && each.path),
    ['repository', 'other'],
  );
}

/** Git looks for repositories once, when it is turned on for the first time: no suite may do so before. */
async function testStart(): Promise<void> {
  const roots = ['one', 'two'].map((name) => vscode.Uri.joinPath(workspaceRoot(), name));
  for (const root of roots) {
    const inGit = (name: string): vscode.Uri => vscode.Uri.joinPath(root, '.git', name);
    await files.write(`${root.path.split('/').at(-1)}/new.txt`, 'new\n');
    await vscode.workspace.fs.createDirectory(inGit('objects'));
    await vscode.workspace.fs.createDirectory(inGit('refs'));
    await vscode.workspace.fs.writeFile(inGit('config'), new TextEncoder().encode('[core]\n'));
    await vscode.workspace.fs.writeFile(inGit('HEAD'), new TextEncoder().encode('ref: refs/heads/main\n'));
  }
  const capturing: ReturnType<typeof captureDiffAround>[] = [];
  const states: unknown[] = [];
  let missing: vscode.Uri | undefined;
  const api = await startGit(({ state, repositories: [first, ...others] }) => {
    states.push([state, others.length + 1]);
    if (missing === undefined) {
      missing = roots.find((root) => root.path !== first?.rootUri.path) ?? workspaceRoot();
      capturing.push(captureDiffAround(vscode.Uri.joinPath(missing, 'new.txt')), captureDiff(missing));
    }
  });
  equal(states, [
    ['uninitialized', 1],
    ['uninitialized', 2],
  ]);
  const captured = await Promise.all(capturing);
  equal(
    captured.map((each) => (each && 'uri' in each ? each.uri : each)),
    [`${missing}`, `${missing}`],
  );
  for (const root of roots) {
    await vscode.commands.executeCommand('git.close', root);
  }
  equal(api.repositories.length, 0);
}
