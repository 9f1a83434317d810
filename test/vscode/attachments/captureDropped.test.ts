import * as vscode from 'vscode';
import { captureDropped } from '../../../src/vscode/attachments/captureDropped.ts';
import { said } from '../../support/said.ts';
import { equal } from '../assert.ts';
import { closeEditors } from '../extensionAccess.ts';
import { RefusingFileSystem } from '../refusingFileSystem.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

/** A file system outside of the workspace that counts its `stat` calls. */
class OutsideFileSystem extends RefusingFileSystem {
  statCount = 0;

  override stat(): vscode.FileStat {
    this.statCount += 1;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 5 };
  }

  override readFile(): Uint8Array {
    return new TextEncoder().encode('plain');
  }
}

describe('captureDropped', () => {
  const outside = new OutsideFileSystem();
  let registration: vscode.Disposable;
  let confirmations: string[];

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider('assistant-outside', outside);
  });

  beforeEach(() => {
    confirmations = [];
    outside.statCount = 0;
  });

  afterEach(async () => {
    await closeEditors();
    await files.remove();
  });

  after(() => registration.dispose());

  /** Kind and path of what was captured, and the error messages. */
  async function drop(uris: readonly string[], answer = false): Promise<string[]> {
    const captured = await captureDropped(uris, async (_message, detail) => {
      confirmations.push(said(detail) ?? '');
      return answer;
    });
    return captured.map((one) => ('error' in one ? (said(one.error) ?? '') : `${one.kind} ${one.path}`));
  }

  it('attaches files of the workspace without confirmation', async () => {
    const uri = await files.write('dropped/a.txt', 'a');
    const folder = vscode.Uri.joinPath(workspaceRoot(), 'dropped');
    equal(await drop([uri.toString(), folder.toString(), uri.toString()]), [
      'file dropped/a.txt',
      'folder dropped',
    ]);
    equal(confirmations, []);
  });

  it('does not access files outside of the workspace before the user confirms', async () => {
    equal(await drop(['assistant-outside:/secret/.env']), []);
    equal(confirmations, ['assistant-outside:/secret/.env']);
    equal(outside.statCount, 0);
  });

  it('attaches files from outside of the workspace if the user confirms', async () => {
    equal(await drop(['assistant-outside:/secret/notes.txt'], true), ['file notes.txt']);
  });

  it('asks for confirmation if .. in the path leads out of the workspace', async () => {
    const up = `${workspaceRoot().toString()}/dropped/../../secret.txt`;
    equal(await drop([up]), []);
    equal(confirmations.length, 1);
    const encoded = `${workspaceRoot().toString()}/%2e%2e/secret.txt`;
    equal(await drop([encoded]), []);
    equal(confirmations.length, 2);
  });

  it('attaches files that are open in an editor without confirmation', async () => {
    await vscode.window.showTextDocument(vscode.Uri.parse('assistant-outside:/open.txt'));
    equal(await drop(['assistant-outside:/open.txt']), ['file open.txt']);
    equal(confirmations, []);
  });

  it('rejects everything that is not a file or folder', async () => {
    const error = 'Only files and folders can be dropped here.';
    for (const text of ['https://example.com/x', 'command:workbench.action.quit', 'no address', '']) {
      equal(await drop([text], true), [error], text);
    }
    equal(confirmations, []);
  });
});
