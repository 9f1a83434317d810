import * as vscode from 'vscode';
import { info, showMessage } from '../../src/vscode/actionResult.ts';
import { catchErrors } from '../../src/vscode/features.ts';
import { foreign, t } from '../../src/vscode/uiText.ts';
import {
  askInDialog,
  createInputBox,
  createQuickPick,
  notify,
  openExternal,
  pickItem,
  runWithProgress,
  setFocusKeeper,
  showInputBox,
  showOpenDialog,
  showQuickPick,
  showSaveDialog,
} from '../../src/vscode/vscodeUi.ts';
import { said } from '../support/said.ts';
import { equal } from './assert.ts';
import { StubDialogs } from './stubDialogs.ts';

const HOSTILE = '$(trash) [Open](command:x)';
const BROKEN = '$(trash) [Open] (command:x)';

describe('texts in VS Code’s own user interface', () => {
  const dialogs = new StubDialogs();
  afterEach(() => dialogs.restore());

  it('have foreign values on one line, visible, and cut in the middle', () => {
    equal(said(foreign('a\u202eb\r\nc\nd')), 'a[U+202E]b↵c↵d');
    equal(said(t('{0} is empty.', 'a\nb')), 'a↵b is empty.');
    const long = foreign(`${'a'.repeat(5000)}${'😀'.repeat(200)}`);
    equal(said(long), `${'a'.repeat(149)}…${'😀'.repeat(149)}`);
    equal(said(t('{0}', long)), said(long));
    equal(said(foreign('a'.repeat(5000), Number.POSITIVE_INFINITY))?.length, 5000);
    equal(
      said(t('Sent: {0}.', ['a\u202e'.repeat(20), 'b'.repeat(299)]))?.length,
      'Sent: , .'.length + 9 * 20 + 299,
    );
  });

  it('contain no links where VS Code draws them, also if two texts would make up one', async () => {
    dialogs.hear('showErrorMessage');
    await notify('Error', foreign(HOSTILE));
    await notify('Error', t('{0}{1}', '[Open]', '(command:x)'));
    equal(dialogs.said, [BROKEN, '[Open] (command:x)']);
    const { withProgress } = vscode.window;
    try {
      const titles: unknown[] = [];
      Object.assign(vscode.window, {
        withProgress: ({ title }: vscode.ProgressOptions) => titles.push(title),
      });
      await runWithProgress(foreign(HOSTILE), async () => undefined);
      equal(titles, [BROKEN]);
    } finally {
      Object.assign(vscode.window, { withProgress });
    }
  });

  it('contain neither links nor icons in input boxes and quick picks', async () => {
    const shown: unknown[] = [];
    dialogs.answer('showInputBox', ({ prompt, validateInput }: vscode.InputBoxOptions) =>
      shown.push(prompt, validateInput?.('')),
    );
    await showInputBox({ prompt: foreign(HOSTILE), validateInput: () => foreign(HOSTILE) });
    equal(shown, [`\\${BROKEN}`, `\\${BROKEN}`]);
    const { createInputBox: original } = vscode.window;
    const box: Partial<vscode.InputBox> = {
      show: () => undefined,
      hide: () => undefined,
      onDidHide: () => new vscode.Disposable(() => undefined),
    };
    try {
      Object.assign(vscode.window, { createInputBox: () => box });
      createInputBox({ title: t('Title'), prompt: foreign(HOSTILE) }).setMessage(foreign(HOSTILE));
    } finally {
      Object.assign(vscode.window, { createInputBox: original });
    }
    equal([box.prompt, box.validationMessage], [`\\${BROKEN}`, { message: `\\${BROKEN}`, severity: 3 }]);
    const item = pickItem(
      { icon: 'file', label: foreign(HOSTILE), detail: foreign('$(1M, 5 $)') },
      { id: 1 },
    );
    equal(item, { id: 1, label: `$(file) \\${HOSTILE}`, detail: '$(1M, 5 $)' });
  });

  it('contain no links if a command fails', async () => {
    dialogs.hear('showErrorMessage');
    await catchErrors(async () => {
      throw new Error(HOSTILE);
    })();
    equal(dialogs.said.at(-1), BROKEN);
  });

  it('that ask for something have a button, which does it before anything that follows', async () => {
    const done: string[] = [];
    const message = info(t('Set it first.'), { label: t('Set It'), run: () => done.push('set') });
    dialogs.hear('showInformationMessage', 'Set It');
    await new Promise<void>((resolve) => {
      showMessage(message, {
        addition: t('Then go on.'),
        onDone: () => {
          done.push('followed');
          resolve();
        },
      });
    });
    equal(dialogs.said.at(-1), 'Set it first. Then go on.');
    equal(done, ['set', 'followed']);
  });

  it('give the focus back after each input', async () => {
    const calls: string[] = [];
    setFocusKeeper({
      onWillOpen: async () => void calls.push('open'),
      onDidClose: (isDialog) => void calls.push(isDialog ? 'close dialog' : 'close'),
    });
    for (const dialog of [
      'showQuickPick',
      'showInputBox',
      'showWarningMessage',
      'showOpenDialog',
      'showSaveDialog',
    ] as const) {
      dialogs.answer(dialog, () => void calls.push(dialog));
    }
    await showQuickPick([], {});
    await showInputBox({});
    await askInDialog(t('Sure?'), t('Yes?'));
    await showOpenDialog({});
    await showSaveDialog({});
    const { openExternal: original } = vscode.env;
    try {
      Object.assign(vscode.env, { openExternal: async () => void calls.push('openExternal') });
      await openExternal('https://example.org');
    } finally {
      Object.assign(vscode.env, { openExternal: original });
    }
    equal(calls.splice(-3), ['open', 'openExternal', 'close dialog']);
    const around = (call: string) => ['open', call, call === 'showWarningMessage' ? 'close dialog' : 'close'];
    equal(
      calls.splice(0),
      ['showQuickPick', 'showInputBox', 'showWarningMessage', 'showOpenDialog', 'showSaveDialog'].flatMap(
        around,
      ),
    );
    for (const input of [
      createQuickPick().picker,
      createInputBox({ title: t('Title'), prompt: t('Prompt') }).box,
    ]) {
      await new Promise<void>((resolve) => {
        input.onDidHide(() => {
          input.dispose();
          resolve();
        });
        input.show();
        input.hide();
      });
    }
    equal(calls, ['open', 'close', 'open', 'close']);
    setFocusKeeper({ onWillOpen: async () => undefined, onDidClose: () => undefined });
  });
});
