import * as vscode from 'vscode';
import { PanelFocus } from '../../../src/vscode/panel/panelFocus.ts';
import { equal, until } from '../assert.ts';
import { closeEditors } from '../extensionAccess.ts';

describe('the focus of the chat', () => {
  it('comes back when the last input of VS Code that took it has closed', async () => {
    const focus = new PanelFocus();
    const restored: string[] = [];
    const webview = {
      post: () => undefined,
      setHistoryShown: () => undefined,
      restoreFocus: async () => void restored.push('webview'),
    };
    const timers = () => new Promise((resolve) => setTimeout(resolve));
    const openAndClose = async (): Promise<void> => {
      await focus.onWillOpen();
      await focus.update(webview, false, undefined);
      focus.onDidClose(false);
    };
    await focus.update(webview, true, undefined);
    await openAndClose();
    await openAndClose();
    await timers();
    equal(restored, ['webview'], 'Once after two steps');
    const laterStep = openAndClose();
    await focus.update(webview, true, undefined);
    await laterStep;
    await timers();
    equal(restored.length, 2, 'After a later step, which was opened before the page had the focus');
    await focus.update(webview, true, undefined);
    await focus.update(webview, false, undefined);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'x' }));
    await openAndClose();
    await timers();
    equal(restored.length, 2, 'Not if an editor was used since');
    await focus.update(webview, true, undefined);
    await focus.update(webview, false, undefined);
    focus.onMenuCommand();
    let isOpen = false;
    const opening = focus.onWillOpen().then(() => {
      isOpen = true;
    });
    await timers();
    equal(isOpen, false, 'An input opened before the menu had given the focus back, which would close it');
    await focus.update(webview, true, undefined);
    await opening;
    await focus.update(webview, false, undefined);
    focus.onDidClose(false);
    await timers();
    equal(restored.length, 3, 'After a command of a menu in the page');
    await until(
      () => restored.length,
      (count) => count === 4,
    );
    // VS Code may give the focus to the editor after the first time.
    await focus.update(webview, true, undefined);
    focus.dispose();
    await closeEditors();
  });

  it('is not given again after a dialog if VS Code has given it back, since the page would lose keys', async () => {
    const focus = new PanelFocus();
    let restored = 0;
    const webview = {
      post: () => undefined,
      setHistoryShown: () => undefined,
      restoreFocus: async () => {
        restored++;
        await focus.update(webview, true, undefined);
      },
    };
    const timers = () => new Promise((resolve) => setTimeout(resolve));
    const openAndClose = async (): Promise<void> => {
      await focus.onWillOpen();
      await focus.update(webview, false, undefined);
      focus.onDidClose(true);
      await timers();
    };
    await focus.update(webview, true, undefined);
    await openAndClose();
    await focus.update(webview, true, undefined);
    await timers();
    equal(restored, 0);
    await focus.update(webview, false, undefined);
    await openAndClose();
    equal(restored, 1, 'It did not have it when the dialog opened, as after the Command Palette');
    focus.dispose();
  });

  it('comes back before another input opens, however long VS Code takes to show the page', async () => {
    const focus = new PanelFocus();
    const order: string[] = [];
    const webview = {
      post: () => undefined,
      setHistoryShown: () => undefined,
      restoreFocus: async () => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        order.push('shown');
        await focus.update(webview, true, undefined);
      },
    };
    await focus.update(webview, true, undefined);
    await focus.onWillOpen();
    await focus.update(webview, false, undefined);
    focus.onDidClose(false);
    await new Promise((resolve) => setTimeout(resolve));
    await focus.onWillOpen();
    order.push('opened');
    equal(order, ['shown', 'opened']);
    focus.dispose();
  });
});
