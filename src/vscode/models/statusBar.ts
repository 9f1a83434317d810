import * as vscode from 'vscode';
import { MAX_REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { RequestsLeft } from '../connection/requestsLeft.ts';
import { escapeLabel } from '../escapeLabel.ts';
import type { Models } from './models.ts';

/** Shows the current model and, in the tooltip, the requests left this minute. A click selects another model. */
export function registerStatusBar(
  models: Models,
  conversations: Conversations,
  requestsLeft: RequestsLeft,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('assistant.model', vscode.StatusBarAlignment.Right, 100);
  item.name = vscode.l10n.t('Assistant Chat Model');
  item.command = 'assistant.selectModel';
  const show = (): void => {
    const model = models.current === '' ? vscode.l10n.t('Select Model') : visibleText(models.current);
    const { isAnyRunning, current } = conversations;
    item.text = `$(${isAnyRunning ? 'loading~spin' : 'comment-discussion'}) ${escapeLabel(model)}`;
    const status = current.isRunning
      ? vscode.l10n.t('Assistant Chat: {0} is replying', model)
      : isAnyRunning
        ? vscode.l10n.t('Assistant Chat: a reply is being written in another conversation')
        : vscode.l10n.t('Assistant Chat: {0}. Select to change the model.', model);
    item.tooltip =
      requestsLeft.current === undefined
        ? status
        : `${status}\n${vscode.l10n.t('{0} of {1} requests left this minute', requestsLeft.current, MAX_REQUESTS_PER_MINUTE)}`;
  };
  show();
  item.show();
  return vscode.Disposable.from(item, models.onChanged(show), requestsLeft.onChanged(show));
}
