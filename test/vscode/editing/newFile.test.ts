import * as vscode from 'vscode';
import { openNewFile } from '../../../src/vscode/editing/newFile.ts';
import { equal, ok } from '../assert.ts';
import { closeEditors } from '../extensionAccess.ts';

async function opened(code: string, info: string): Promise<vscode.TextDocument> {
  equal(await openNewFile(code, info), undefined);
  const document = vscode.window.activeTextEditor?.document;
  ok(document, 'No editor is open');
  return document;
}

describe('a new file from a code block', () => {
  afterEach(closeEditors);

  for (const [info, languageId] of Object.entries({
    ts: 'typescript',
    'c++': 'cpp',
    sh: 'shellscript',
    py: 'python',
    'title="tools/Dockerfile"': 'dockerfile',
    'unheard title="a.css"': 'css',
    unheard: 'plaintext',
    '': 'plaintext',
  })) {
    it(`has the language that its fence says: ${info} is ${languageId}`, async () => {
      equal((await opened('x', info)).languageId, languageId);
    });
  }

  for (const [what, code] of Object.entries({
    'tabs, spaces at the end and a line end after it': '\tif (a) {\n\t  b();  \n\t}\n\n',
    'line ends of Windows': 'one\r\n\r\n\ttwo\r\n',
    'no line end': 'one',
    'nothing in it': '',
  })) {
    it(`has the text exactly: ${what}`, async () => {
      equal((await opened(code, 'ts')).getText(), code);
    });
  }

  it('is on no disk', async () => {
    const { isUntitled, uri } = await opened('x', 'ts title="duration.ts"');
    ok(isUntitled && uri.scheme === 'untitled', uri.toString());
  });
});
