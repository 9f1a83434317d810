import assert from 'node:assert/strict';
import { test } from 'node:test';
import { membersOf, printedCode, printedFiles } from '../../../support/printedCode.ts';

const DOOR = 'src/vscode/attachments/readingDoor.ts';

/** Members of VS Code's API that return a file's text or a document, by object. */
const READING: Readonly<Record<string, RegExp>> = {
  'vscode.workspace': /^(?:(?:text|notebook)Documents|open(?:Text|Notebook)Document|\*)$/,
  'vscode.workspace.fs': /^(?:readFile|\*)$/,
};

/** What returns the text of a document, whichever object it is called on. */
const TEXT = /\b(?:getText|lineAt|getCells)\b/g;

/**
 * Who else reads, what, and why that doesn't go into a question, or only with what the door returned. Below `editing/`, it
 * is to find where a reply goes, and to compare.
 */
const OTHERS: Readonly<Record<string, readonly [why: string, ...what: string[]]>> = {
  'src/vscode/attachments/notebookText.ts': [
    'Called by the door.',
    'getCells',
    'getText',
    'notebookDocuments',
    'openNotebookDocument',
  ],
  'src/vscode/attachments/captureSelection.ts': [
    'Reads what is selected in an editor.',
    'getCells',
    'getText',
  ],
  'src/vscode/attachments/kinds/captureSymbol.ts': ['Reads a document that the door has opened.', 'getText'],
  'src/vscode/attachments/definitions/findDefinitions.ts': [
    'Reads what is selected in a document.',
    'getText',
  ],
  'src/vscode/attachments/definitions/targetDocuments.ts': [
    'Reads a document that the door has opened.',
    'getText',
  ],
  'src/vscode/attachments/openAttachment.ts': ['Shows a document.', 'getText', 'openTextDocument'],
  'src/vscode/attachments/files/gitFolder.ts': ['Reads ignore files.', 'readFile'],
  'src/vscode/asking/selectionEdits.ts': ['Measures lines.', 'lineAt'],
  'src/vscode/code/contributions.ts': ['Reads themes and grammars of extensions.', 'readFile'],
  'src/vscode/editing/anchorDocuments.ts': [
    'Opens what was asked about.',
    'getCells',
    'openNotebookDocument',
    'openTextDocument',
    'textDocuments',
  ],
  'src/vscode/editing/anchors.ts': ['Looks for what was asked about.', 'getText'],
  'src/vscode/editing/documentWriter.ts': ['Looks whether a document has what was written.', 'getText'],
  'src/vscode/editing/insertText.ts': ['Plans an insertion.', 'getText'],
  'src/vscode/editing/liveAnchor.ts': ['Follows what was asked about.', 'getText', 'lineAt'],
  'src/vscode/editing/newFile.ts': ['Opens a new document.', 'getText', 'openTextDocument'],
  'src/vscode/editing/proposalSaver.ts': ['Reads a proposal.', 'getText'],
  'src/vscode/editing/replaceAskedAbout.ts': ['Plans a replacement.', 'getText'],
  'src/vscode/editing/replyActions.ts': ['Plans a replacement.', 'getText'],
  'src/vscode/editing/appliedBlocks.ts': ['Looks for what was applied.', 'getText'],
  'src/vscode/editing/changeAtCursor.ts': ['Compares a proposal.', 'getText', 'openTextDocument'],
  'src/vscode/editing/documentMoves.ts': [
    'Tells that a document was saved under another name.',
    'getText',
    'textDocuments',
  ],
  'src/vscode/editing/reviewTabs.ts': ['Opens a proposal.', 'openTextDocument'],
  'src/vscode/editing/revertApplied.ts': ['Takes back what was applied.', 'getText'],
  'src/vscode/editing/review.ts': ['Opens a proposal, and compares.', 'getText', 'openTextDocument'],
  'src/vscode/editing/reviewFiles.ts': [
    'Restores a proposal.',
    'getText',
    'openTextDocument',
    'textDocuments',
  ],
  'src/vscode/editing/typedCode.ts': [
    'Says what the user has typed into a proposal, in the text of the question.',
    'getText',
  ],
  'src/vscode/editing/whiteSpaceMarks.ts': ['Compares a proposal.', 'getText', 'lineAt'],
  'src/vscode/findCell.ts': ['Looks up a notebook.', 'getCells', 'notebookDocuments'],
  'src/vscode/history/files/workspaceHistoryFiles.ts': ['The history’s own files.', '*'],
  'src/vscode/history/transfer/importCommands.ts': ['Reads what is imported.', 'readFile'],
  'src/vscode/history/transfer/transferFiles.ts': ['Writes and shows an export.', '*', 'openTextDocument'],
  'src/vscode/prompts/prompt.ts': [
    'Reads prompt files, whose text the panel shows before it is sent.',
    'readFile',
  ],
  'src/vscode/requests/requestDocuments.ts': ['Shows a document.', 'openTextDocument'],
  'src/vscode/targetEditor.ts': ['Looks up a document that was renamed.', 'textDocuments'],
};

function readsIn(code: string): string[] {
  const members = Object.entries(READING).flatMap(([object, reading]) =>
    membersOf(code, object).filter((name) => reading.test(name)),
  );
  const files = /\{[^{}]*\bfs\b[^{}]*\}=vscode\.workspace\b/.test(code) ? ['*'] : [];
  return [...new Set([...members, ...files, ...(code.match(TEXT) ?? [])])].sort();
}

test('files come into a question through one door only', async () => {
  const files = await printedFiles('src/{extension.ts,main.ts,vscode/**/*.ts}');
  const found = files
    .map(({ file, code }) => [file, readsIn(code)] as const)
    .filter(([file, reads]) => file !== DOOR && reads.length > 0);
  const known = Object.entries(OTHERS).map(([file, [, ...what]]) => [file, what] as const);
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(known), `Use ${DOOR}`);
});

for (const source of [
  'await vscode.workspace.fs.readFile(uri);',
  'await vscode.workspace.fs\n  .readFile(\n    uri,\n  );',
  'const { fs } = vscode.workspace;',
  'const { openTextDocument } = vscode.workspace;',
  'await vscode.workspace\n  .openTextDocument(uri);',
  "vscode.workspace['textDocuments']",
  'const all = vscode.workspace;',
  'document\n  .getText<string>();',
  'const { getText } = document;',
  'document.lineAt(0).text;',
]) {
  test(`a read that goes round it is found: ${source.replaceAll('\n', ' ')}`, async () => {
    assert.notDeepEqual(readsIn(await printedCode(source)), []);
  });
}
