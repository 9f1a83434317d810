import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { membersOf, printedCode, printedFiles } from '../../../support/printedCode.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { window } = await import('../../../support/stubVsCode.ts');
const { said } = await import('../../../support/said.ts');
const { DocumentWriter } = await import('../../../../src/vscode/editing/documentWriter.ts');

const DOOR = 'src/vscode/editing/documentWriter.ts';

/** Members of VS Code's API that change nothing, by object. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  'vscode.workspace':
    /^(?:on(?:Did|Will)\w+|get(?:Configuration|WorkspaceFolder)|(?:text|notebook)Documents|open(?:Text|Notebook)Document|workspaceF\w+|findFiles|fs|decode|name|isTrusted|asRelativePath|createFileSystemWatcher|register\w+Provider)$/,
  'vscode.workspace.fs': /^(?:isWritableFileSystem|readDirectory|readFile|stat)$/,
  'vscode.commands': /^(?:executeCommand|registerCommand)$/,
};

/** What changes a document, or what is typed or run, whichever object it is called on, or describes a change. */
const CHANGES =
  /(?<!\.)\.edit\b|\{[^{}]*\bedit\b[^{}]*\}=|\b(?:insertSnippet|sendText)\b|\bvscode\.\w*(?:Edits?|SnippetString)\b/g;

/** A document that is opened by anything but its address: with content, which is then unsaved. */
const NEW_DOCUMENT = /\bopenTextDocument\b(?!\((?:(?:[\w.]+\.)?uri\)|this\.#documents\.add\())/g;

/** Commands that change no text. */
const COMMAND =
  /^(?:"(?:setContext|vscode\.(?:open|diff|execute\w+Provider)|assistant\.\w+|workbench\.(?:view\.scm|trust\.manage|action\.(?:openSettings|move\w+|(?:compareEditor\.)?focus\w+))|revealFileInOS|revealInExplorer|editor\.action\.toggleWordWrap)"|`(?:assistant\.\$\{\w+\.command\}|\$\{CHAT_VIEW_ID\}\.focus)`)$/;

/** Who else does, and why it needs no door. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  // Takes a `ConfirmedText`.
  'src/vscode/editing/newFile.ts': ['openTextDocument'],
  'src/vscode/editing/terminal.ts': ['sendText'],
  // The command of VS Code's own Markdown preview.
  'src/vscode/editing/diagramPreviews.ts': ['PREVIEW_COMMAND'],
  // A command that copies.
  'src/vscode/attachments/kinds/captureTerminal.ts': ['command'],
  // The history's own files.
  'src/vscode/history/files/workspaceHistoryFiles.ts': ['vscode.workspace.fs.*'],
  'src/vscode/history/transfer/historyFolderCommands.ts': ['vscode.workspace.fs.createDirectory'],
  // An export: into the file that the user has named in VS Code's dialog, or an editor of its own.
  'src/vscode/history/transfer/transferFiles.ts': ['vscode.workspace.fs.*', 'openTextDocument'],
};

function changesIn(code: string): string[] {
  const members = Object.entries(HARMLESS).flatMap(([object, harmless]) =>
    membersOf(code, object)
      .filter((name) => !harmless.test(name))
      .map((name) => `${object}.${name}`),
  );
  // Taken out of `vscode.workspace`, which is the same.
  const files = /\{[^{}]*\bfs\b[^{}]*\}=vscode\.workspace\b/.test(code) ? ['vscode.workspace.fs.*'] : [];
  const commands = [...code.matchAll(/\bexecuteCommand\b(?:\(("[^"]*"|`[^`]*`|\w+))?/g)]
    .map(([, command]) => command ?? 'executeCommand')
    .filter((command) => !COMMAND.test(command));
  const others = [CHANGES, NEW_DOCUMENT].flatMap((pattern) => code.match(pattern) ?? []);
  return [...new Set([...members, ...files, ...commands, ...others])];
}

describe('documents of the user', () => {
  test('are changed by one file only', async () => {
    const files = await printedFiles('src/{extension.ts,main.ts,vscode/**/*.ts}');
    assert.ok(files.length > 100);
    const found = files
      .filter(({ file }) => file !== DOOR)
      .map(({ file, code }) => [file, changesIn(code)] as const)
      .filter(([, changes]) => changes.length > 0);
    assert.deepEqual(Object.fromEntries(found), OUTSIDE, `Use ${DOOR}`);
    const confirming = files.filter(({ source }) => /\bas\s+ConfirmedText\b/.test(source));
    assert.deepEqual(
      confirming.map(({ file }) => file),
      [DOOR],
    );
  });

  for (const source of [
    'await vscode.workspace.applyEdit(edit);',
    'await vscode.workspace\n  .applyEdit(\n    edit,\n  );',
    "await vscode.workspace['applyEdit'](edit);",
    'const { applyEdit } = vscode.workspace;',
    'const { workspaceFolders, applyEdit: apply } = vscode.workspace;',
    'const all = vscode.workspace;',
    'new vscode.WorkspaceEdit();',
    'await editor.edit((builder) => builder.insert(at, code));',
    'await editor\n  ?.edit((builder) => builder.insert(at, code));',
    'const { edit } = editor;',
    'await editor.insertSnippet(snippet);',
    'await vscode.workspace.fs.writeFile(uri, bytes);',
    'await vscode.workspace.fs\n  .delete(uri);',
    'const { fs } = vscode.workspace; await fs.rename(from, to);',
    'const disk = vscode.workspace.fs; await disk.copy(from, to);',
    "await vscode.commands.executeCommand('type', { text });",
    "await vscode.commands.executeCommand<void>(\n  'type',\n  { text },\n);",
    "await vscode.commands.executeCommand('execPaste');",
    "await vscode.commands.executeCommand('replacePreviousChar', { text, replaceCharCnt: 1 });",
    "await vscode.commands.executeCommand('editor.action.insertSnippet', { snippet });",
    "await vscode.commands.executeCommand('workbench.action.terminal.sendSequence', { text });",
    'await vscode.commands.executeCommand(command, text);',
    'const run = vscode.commands.executeCommand;',
    'const { executeCommand: run } = vscode.commands;',
    'await vscode.workspace.openTextDocument({ content: code });',
    'await vscode.workspace.openTextDocument(\n  withContent,\n);',
    'vscode.window.activeTerminal?.sendText(code);',
  ]) {
    test(`a change that goes round it is found: ${source.replaceAll('\n', ' ')}`, async () => {
      assert.notDeepEqual(changesIn(await printedCode(source)), []);
    });
  }

  test('what only reads is none', async () => {
    const source = `
      // await vscode.workspace.applyEdit(edit);
      const edits: vscode.WorkspaceEdit[] = [];
      await vscode.workspace.fs.readFile(uri);
      await vscode.commands.executeCommand<readonly vscode.TextEdit[]>('vscode.executeDefinitionProvider', uri);
      await vscode.workspace.openTextDocument(review.uri);`;
    assert.deepEqual(changesIn(await printedCode(source)), []);
  });
});

test('hidden characters are asked about in each of several texts, before anything is planned', async (context) => {
  const writer = new DocumentWriter({
    reviews: {} as never,
    targetEditor: {} as never,
    onWritten: () => undefined,
  });
  let planned: readonly string[] | undefined;
  let left: string[] = [];
  context.mock.method(window, 'showWarningMessage', async () => left.shift());
  const write = (...answers: readonly string[]) => {
    planned = undefined;
    left = [...answers];
    return writer.writeAll(['a\u202e', 'b', 'c\u200b'], async (texts) => {
      planned = [...texts, ...left];
      return undefined;
    });
  };
  await write('Insert As Is', 'Remove and Insert', 'never asked');
  assert.deepEqual(planned, ['a\u202e', 'b', 'c', 'never asked']);
  assert.equal(said(await write('Remove and Insert')), 'Nothing was inserted.');
  assert.equal(planned, undefined);
});
