import * as vscode from 'vscode';
import { fixedCandidates } from '../../../src/vscode/attachments/kinds/attachmentSource.ts';
import {
  captureDiff,
  captureDiffAround,
  noDiffText,
} from '../../../src/vscode/attachments/kinds/captureDiff.ts';
import { equal, ok, until } from '../assert.ts';
import { isWebWorker } from '../extensionAccess.ts';
import { startGit, stopGit } from '../gitRepositories.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

async function captureError(): Promise<string> {
  const captured = await captureDiffAround(undefined);
  ok(captured && 'error' in captured, 'There are changes');
  return captured.error;
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
