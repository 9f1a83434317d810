import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REPOSITORY } from '../../../harness/paths.ts';

const DOOR = 'src/vscode/editing/documentWriter.ts';

/** What changes a document, a file, or what is typed, or makes what only the door may make. */
const WRITES = [
  /\b(?:applyEdit|insertSnippet)\b|\bvscode\.(?:\w+Edit|SnippetString)\b/,
  /\.edit\(/,
  /\bfs\b[\w.?]*\.(?:writeFile|rename|copy|delete|createDirectory)\b|\.writeFile\(/,
  /\b(?:create|rename|delete)File\b/,
  /\bopenTextDocument\(\{/,
  /\bsendText\b/,
  /executeCommand\(\s*'(?:(?:default:)?type|paste|undo|redo|editor\.action\.(?!toggleWordWrap)\w+)'/,
  /\bas ConfirmedText\b|\bwriteReviewed\b/,
];

/** Who else does, and why it needs no door. */
const OUTSIDE: Readonly<Record<string, RegExp>> = {
  // Only what a proposal shows, or into a proposal.
  'src/vscode/editing/review.ts': /\bwriteReviewed\b/,
  // Take a `ConfirmedText`.
  'src/vscode/editing/newFile.ts': /\bopenTextDocument\(\{/,
  'src/vscode/editing/terminal.ts': /\bsendText\b/,
  // Files of this extension.
  // The history's own files.
  'src/vscode/history/files/atomicSegments.ts': /\bfs\.(?:writeFile|delete)\b/,
  'src/vscode/history/files/segmentedHistoryFiles.ts': /\bfs\.(?:writeFile|delete)\b/,
  'src/vscode/history/transfer/historyFolderCommands.ts': /\bfs\.createDirectory\b/,
  // An export: into the file that the user has named in VS Code's dialog, or an editor of its own.
  'src/vscode/history/transfer/transferFiles.ts':
    /\bfs\.(?:writeFile|rename|delete)\b|\bopenTextDocument\(\{/,
};

function writesIn(source: string): string[] {
  return source
    .replaceAll(/^\s*(?:\/\/|\/?\*).*|\s\/\/ .*|^import [^;]*;/gm, '')
    .split('\n')
    .filter((line) => WRITES.some((write) => write.test(line)));
}

describe('documents of the user', () => {
  test('are changed by one file only', () => {
    const files = globSync('src/{extension.ts,vscode/**/*.ts}', { cwd: REPOSITORY })
      .map((file) => file.replaceAll('\\', '/'))
      // The disk below the history's files.
      .filter((file) => file !== DOOR && !file.startsWith('src/vscode/node/'));
    assert.ok(files.length > 100);
    const found = files.flatMap((file) =>
      writesIn(readFileSync(join(REPOSITORY, file), 'utf8'))
        .filter((line) => !OUTSIDE[file]?.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    assert.deepEqual(found, [], `Use ${DOOR}`);
  });

  for (const source of [
    'await vscode.workspace.applyEdit(edit);',
    'const { applyEdit } = vscode.workspace;',
    'new vscode.WorkspaceEdit();',
    'await editor.edit((builder) => builder.insert(at, code));',
    'await editor.insertSnippet(snippet);',
    'await vscode.workspace.fs.writeFile(uri, bytes);',
    'await this.#fs.rename(from, to);',
    "await vscode.commands.executeCommand('type', { text });",
    "await vscode.commands.executeCommand('editor.action.insertSnippet', { snippet });",
    'await vscode.workspace.openTextDocument({ content: code });',
    'vscode.window.activeTerminal?.sendText(code);',
    'openNewFile(code as ConfirmedText, info);',
  ]) {
    test(`a change that goes round it is found: ${source}`, () => {
      assert.notDeepEqual(writesIn(source), []);
    });
  }
});
