import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REPOSITORY } from '../../harness/paths.ts';

const DOOR = 'src/vscode/vscodeUi.ts';

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
function bypasses(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*|\s\/\/ .*|^(?:import|export \* as) [^;]*;/gm, '');
  const names = [...code.matchAll(/\bvscode\.window\b(?:\.(\w+))?/g)].map(([, name]) => name ?? 'window');
  return [
    ...names.filter((name) => !WITHOUT_MARKUP.test(name)),
    ...[
      ...code.matchAll(/\bvscode\.(?:l10n|MarkdownString|TreeItem|CodeLens|Hover|env\.openExternal)\b/g),
    ].map(([found]) => found),
    // Other ways to the same functions, and casts.
    ...[...code.matchAll(/\bvscode\b(?!\.|-|')|\bas UiText\b|\bwindow\[|\bhoverMessage\b/g)].map(
      ([found]) => found,
    ),
    ...(/import (?!\* as vscode|type )[^;]* from 'vscode'/.test(source) ? ['import'] : []),
  ];
}

describe('VS Code’s own user interface', () => {
  const files = globSync('src/{extension.ts,vscode/**/*.ts}', { cwd: REPOSITORY })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== DOOR);

  test('is called by one file only', () => {
    assert.ok(files.length > 100);
    const found = files.flatMap((file) =>
      bypasses(readFileSync(join(REPOSITORY, file), 'utf8')).map((what) => `${file}: ${what}`),
    );
    assert.deepEqual(found, [], `Use ${DOOR}`);
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
  ]) {
    test(`a call that goes round it is found: ${source}`, () => {
      assert.notDeepEqual(bypasses(source), []);
    });
  }
});
