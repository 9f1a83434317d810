import * as vscode from 'vscode';
import { MAX_REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { RequestsLeft } from '../connection/requestsLeft.ts';
import { createStatusBarItem, foreign, joined, t } from '../vscodeUi.ts';
import type { Models } from './models.ts';

/** Shows the current model and, in the tooltip, the requests left this minute. A click opens its menu. */
export function registerStatusBar(
  models: Models,
  conversations: Conversations,
  requestsLeft: RequestsLeft,
): vscode.Disposable {
  const item = createStatusBarItem('assistant.model', {
    name: t('Assistant Chat Status'),
    command: 'assistant.showStatus',
  });
  const show = (): void => {
    const model = models.current === '' ? t('Select Model') : foreign(models.current);
    const { isAnyRunning, current } = conversations;
    const status = current.isRunning
      ? t('Assistant Chat: {0} is replying', model)
      : isAnyRunning
        ? t('Assistant Chat: a reply is being written in another conversation')
        : t('Assistant Chat: {0}. Select for the model, tokens, and the log.', model);
    const left = requestsLeft.current;
    const tooltip =
      left === undefined
        ? status
        : joined(
            [status, t('{0} of {1} requests left this minute in this window', left, MAX_REQUESTS_PER_MINUTE)],
            '\n',
          );
    item.show(isAnyRunning ? 'loading~spin' : 'comment-discussion', model, tooltip);
  };
  show();
  return vscode.Disposable.from(item, models.onChanged(show), requestsLeft.onChanged(show));
}
