import * as vscode from 'vscode';
import type { ConfirmedText } from '../../../src/vscode/editing/documentWriter.ts';
import { openNewFile } from '../../../src/vscode/editing/newFile.ts';
import { equal, ok } from '../assert.ts';
import { closeEditors } from '../extensionAccess.ts';

async function opened(code: string, info: string): Promise<vscode.TextDocument> {
  equal(await openNewFile(code as ConfirmedText, info), undefined);
  const document = vscode.window.activeTextEditor?.document;
  ok(document, 'No editor is open');
  return document;
}

describe('new file from a code block', () => {
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
    it(`has the language of its fence: ${info} is ${languageId}`, async () => {
      equal((await opened('x', info)).languageId, languageId);
    });
  }

  for (const [description, code] of Object.entries({
    'tabs, trailing spaces and a final line break': '\tif (a) {\n\t  b();  \n\t}\n\n',
    'Windows line breaks': 'one\r\n\r\n\ttwo\r\n',
    'no line break': 'one',
    empty: '',
  })) {
    it(`has exactly the text of the block: ${description}`, async () => {
      equal((await opened(code, 'ts')).getText(), code);
    });
  }

  it('is untitled and not on disk', async () => {
    const { isUntitled, uri } = await opened('x', 'ts title="duration.ts"');
    ok(isUntitled && uri.scheme === 'untitled', uri.toString());
  });
});
