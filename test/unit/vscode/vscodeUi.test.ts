import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { membersOf, printedCode, printedFiles } from '../../support/printedCode.ts';

/** Of what is shown, and of the texts in it. */
const DOORS = ['src/vscode/vscodeUi.ts', 'src/vscode/uiText.ts'];

/**
 * Members of `vscode.window` that take no focus for a while and show no text, or only text that VS Code doesn't draw as
 * links or icons.
 */
const WITHOUT_MARKUP =
  /^(?:on[A-Z]\w+|active\w+|visible\w+|tabGroups|register\w+|create(?:OutputChannel|Terminal|TextEditorDecorationType|WebviewPanel)|show(?:Text|Notebook)Document)$/;

/**
 * What VS Code draws links or icons in, or what takes the focus for a while, outside of the door. Sentences that callers
 * have put together: see `l10n.test.ts`.
 */
function bypasses(source: string, printed: string): string[] {
  const code = printed.replaceAll(/\bimport\*as vscode from"vscode"|"\.[^"]*\.ts"/g, '');
  return [
    ...membersOf(code, 'vscode.window').filter((name) => !WITHOUT_MARKUP.test(name)),
    ...(code.match(/\bvscode\.(?:l10n|MarkdownString|TreeItem|CodeLens|Hover|env\.openExternal)\b/g) ?? []),
    // Other ways to the same functions, and casts.
    ...(code.match(/\bvscode\b(?![.-]|:\/|")|\bfrom"vscode"|\bimport\("vscode"\)|\bhoverMessage\b/g) ?? []),
    ...(source.match(/\bas\s+UiText\b/g) ?? []),
  ];
}

describe('VS Code’s own user interface', () => {
  test('is called by these files only', async () => {
    const files = await printedFiles('src/{extension.ts,main.ts,vscode/**/*.ts}');
    assert.ok(files.length > 100);
    const found = files
      .filter(({ file }) => !DOORS.includes(file))
      .flatMap(({ file, source, code }) => bypasses(source, code).map((what) => `${file}: ${what}`));
    assert.deepEqual(found, [], `Use ${DOORS}`);
  });

  for (const source of [
    'void vscode.window.showInformationMessage(name);',
    'const show = vscode.window.showErrorMessage;',
    'const { showWarningMessage } = vscode.window;',
    'vscode.window["showQuickPick"](names);',
    'const api = vscode;',
    "import { window } from 'vscode';",
    'vscode.window.setStatusBarMessage(name);',
    'vscode.window.showOpenDialog({});',
    'vscode.env.openExternal(uri);',
    "vscode.l10n.t('{0} is empty', name);",
    'new vscode.MarkdownString(name);',
    'notify("Error", name as UiText);',
    'notify("Error", name as\n  UiText);',
    'void vscode\n  .window\n  .showInformationMessage<UiText>(\n    name,\n  );',
    'const { activeTextEditor, showErrorMessage: show } = vscode.window;',
    "const { window } = await import('vscode');",
  ]) {
    test(`a call that goes round it is found: ${source.replaceAll('\n', ' ')}`, async () => {
      assert.notDeepEqual(bypasses(source, await printedCode(source)), []);
    });
  }
});
