import * as vscode from 'vscode';
import { MAX_REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { UnseenReplies } from '../../core/asking/unseenReplies.ts';
import type { RequestsLeft } from '../connection/requestsLeft.ts';
import { foreign, joined, t } from '../uiText.ts';
import { createStatusBarItem } from '../vscodeUi.ts';
import type { Models } from './models.ts';

/** How long a reply runs unseen, in ms, before the item says so: a short one would only make it flicker. */
const CALM_MS = 1000;

/**
 * Shows the current model, that replies run unseen and, in the tooltip, the requests left this minute. A click opens its
 * menu.
 */
export function registerStatusBar(
  models: Models,
  unseenReplies: UnseenReplies,
  requestsLeft: RequestsLeft,
): vscode.Disposable {
  const item = createStatusBarItem('assistant.model', {
    name: t('Assistant Chat Status'),
    command: 'assistant.showStatus',
  });
  let isCalm = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isCalm = true;
  };
  const countRunning = (): number => {
    const { length } = unseenReplies.conversations.filter(({ state }) => state !== 'ended');
    if (length === 0) {
      end();
    } else {
      timer ??= setTimeout(() => {
        isCalm = false;
        show();
      }, CALM_MS);
    }
    return isCalm ? 0 : length;
  };
  const show = (): void => {
    const model = models.current === '' ? t('Select Model') : foreign(models.current);
    const running = countRunning();
    const status =
      running === 0
        ? t('Assistant Chat: {0}. Select for the model, tokens, and the log.', model)
        : running === 1
          ? t('Assistant Chat: a reply is being written. Select to go to it.')
          : t('Assistant Chat: {0} replies are being written. Select to go to them.', running);
    const left = requestsLeft.current;
    const tooltip =
      left === undefined
        ? status
        : joined(
            [status, t('{0} of {1} requests left this minute in this window', left, MAX_REQUESTS_PER_MINUTE)],
            '\n',
          );
    const text = running > 1 ? joined([foreign(`${running}`), model], ' · ') : model;
    item.show(running > 0 ? 'loading~spin' : 'comment-discussion', text, tooltip);
  };
  show();
  return vscode.Disposable.from(
    item,
    { dispose: end },
    models.onChanged(show),
    unseenReplies.onChanged(show),
    requestsLeft.onChanged(show),
  );
}
