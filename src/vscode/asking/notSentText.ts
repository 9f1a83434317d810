import type { Circumstances } from '../../core/asking/commit.ts';
import { type ActionError, failed } from '../actionResult.ts';
import { t, type UiText } from '../uiText.ts';

export function nothingSentText(): UiText {
  return t('Nothing was sent.');
}

export function conversationChangedText(): UiText {
  return t('The conversation has changed, so nothing was sent. Review it and send again.');
}

/** @param restore takes the conversation out of the trash */
export function conversationDeletedError(restore: () => unknown): ActionError {
  return failed(
    t('This conversation was deleted, so nothing was sent. Restore it from the trash to continue it.'),
    { button: { label: t('Restore'), run: restore } },
  );
}

/** @param changed what is no longer as it was shown when the user asked */
export function changedText(changed: keyof Circumstances): UiText {
  switch (changed) {
    case 'model':
      return t('The model has changed, so nothing was sent. Review it and send again.');
    default:
      return t('The settings have changed, so nothing was sent. Review them and send again.');
  }
}
