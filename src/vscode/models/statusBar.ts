import * as vscode from 'vscode';
import { REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { Chat } from '../asking/chat.ts';
import type { RequestsLeft } from '../connection/requestsLeft.ts';
import { plainLabel } from '../plainLabel.ts';

/** The model that answers, in the status bar, with the requests that are left; a click switches the model. */
export function registerStatusBar(chat: Chat, requests: RequestsLeft): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('assistant.model', vscode.StatusBarAlignment.Right, 100);
  item.name = vscode.l10n.t('Assistant Chat Model');
  item.command = 'assistant.selectModel';
  const show = (): void => {
    const model = chat.model === '' ? vscode.l10n.t('Select model') : visibleText(chat.model);
    const { isAnyRunning } = chat.conversations;
    item.text = `$(${isAnyRunning ? 'loading~spin' : 'comment-discussion'}) ${plainLabel(model)}`;
    const line = chat.session.isRunning
      ? vscode.l10n.t('Assistant Chat: {0} is replying', model)
      : isAnyRunning
        ? vscode.l10n.t('Assistant Chat: a reply is being written in another conversation')
        : vscode.l10n.t('Assistant Chat: {0} answers. Select to switch.', model);
    item.tooltip =
      requests.current === undefined
        ? line
        : `${line}\n${vscode.l10n.t('{0} of {1} requests left this minute', requests.current, REQUESTS_PER_MINUTE)}`;
  };
  show();
  item.show();
  return vscode.Disposable.from(item, chat.onChanged(show), requests.onChanged(show));
}
