import * as vscode from 'vscode';
import { captureDropped } from '../../../src/vscode/attachments/captureDropped.ts';
import { equal } from '../assert.ts';
import { closeEditors } from '../extensionAccess.ts';
import { RefusingFileSystem } from '../refusingFileSystem.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();

/** A disk outside of the workspace, which keeps what it was asked. */
class Outside extends RefusingFileSystem {
  asked = 0;

  override stat(): vscode.FileStat {
    this.asked += 1;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 5 };
  }

  override readFile(): Uint8Array {
    return new TextEncoder().encode('plain');
  }
}

describe('what is dropped onto the composer', () => {
  const outside = new Outside();
  let registration: vscode.Disposable;
  let asked: string[];

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider('assistant-outside', outside);
  });

  beforeEach(() => {
    asked = [];
    outside.asked = 0;
  });

  afterEach(async () => {
    await closeEditors();
    await files.remove();
  });

  after(() => registration.dispose());

  /** The paths of what was taken, and the sentences about the rest. */
  async function dropped(uris: readonly string[], answer = false): Promise<string[]> {
    const captured = await captureDropped(uris, async (_message, detail) => {
      asked.push(detail);
      return answer;
    });
    return captured.map((one) => ('error' in one ? one.error : `${one.kind} ${one.path}`));
  }

  it('is taken without a question where it is in the workspace', async () => {
    const uri = await files.write('dropped/a.txt', 'a');
    const folder = vscode.Uri.joinPath(workspaceRoot(), 'dropped');
    equal(await dropped([uri.toString(), folder.toString(), uri.toString()]), [
      'file dropped/a.txt',
      'folder dropped',
    ]);
    equal(asked, []);
  });

  it('is not even looked at outside of it before the user says so', async () => {
    equal(await dropped(['assistant-outside:/secret/.env']), []);
    equal(asked, ['assistant-outside:/secret/.env']);
    equal(outside.asked, 0);
  });

  it('is taken from outside where the user says so', async () => {
    equal(await dropped(['assistant-outside:/secret/notes.txt'], true), ['file notes.txt']);
  });

  it('is outside where the way up leads out of the workspace', async () => {
    const up = `${workspaceRoot().toString()}/dropped/../../secret.txt`;
    equal(await dropped([up]), []);
    equal(asked.length, 1);
    const encoded = `${workspaceRoot().toString()}/%2e%2e/secret.txt`;
    equal(await dropped([encoded]), []);
    equal(asked.length, 2);
  });

  it('is taken without a question where it is open in an editor', async () => {
    await vscode.window.showTextDocument(vscode.Uri.parse('assistant-outside:/open.txt'));
    equal(await dropped(['assistant-outside:/open.txt']), ['file open.txt']);
    equal(asked, []);
  });

  it('is nothing else than a file', async () => {
    const said = 'Only files and folders can be dropped here.';
    for (const text of ['https://example.com/x', 'command:workbench.action.quit', 'no address', '']) {
      equal(await dropped([text], true), [said], text);
    }
    equal(asked, []);
  });
});
