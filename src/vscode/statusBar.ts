import * as vscode from 'vscode';
import type { Chat } from './chat.ts';

/** The model that answers, in the status bar; a click switches it. */
export function registerStatusBar(chat: Chat): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('assistant.model', vscode.StatusBarAlignment.Right, 100);
  item.name = vscode.l10n.t('Assistant Chat Model');
  item.command = 'assistant.selectModel';
  const show = (): void => {
    const model = chat.model === '' ? vscode.l10n.t('Select model') : chat.model;
    item.text = `$(${chat.session.isRunning ? 'loading~spin' : 'comment-discussion'}) ${model}`;
    item.tooltip = chat.session.isRunning
      ? vscode.l10n.t('Assistant Chat: {0} is replying', model)
      : vscode.l10n.t('Assistant Chat: {0} answers. Select to switch.', model);
  };
  show();
  item.show();
  return vscode.Disposable.from(item, chat.onChanged(show));
}
