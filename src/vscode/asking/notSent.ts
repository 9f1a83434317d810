import type { Circumstances } from '../../core/asking/commit.ts';
import { type ActionError, failed } from '../actionResult.ts';
import { t } from '../uiText.ts';

export function nothingSentError(): ActionError {
  return failed(t('Nothing was sent.'));
}

export function conversationChangedError(): ActionError {
  return failed(t('The conversation has changed, so nothing was sent. Review it and send again.'));
}

/** @param restore takes the conversation out of the trash */
export function conversationDeletedError(restore: () => unknown): ActionError {
  return failed(
    t('This conversation was deleted, so nothing was sent. Restore it from the trash to continue it.'),
    { button: { label: t('Restore'), run: restore } },
  );
}

/** @param changed what is no longer as it was shown when the user asked */
export function changedError(changed: keyof Circumstances): ActionError {
  return failed(
    changed === 'model'
      ? t('The model has changed, so nothing was sent. Review it and send again.')
      : t('The settings have changed, so nothing was sent. Review them and send again.'),
  );
}
