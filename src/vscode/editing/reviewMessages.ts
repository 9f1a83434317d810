import type { ReviewReason } from '../../core/editing/plan/decision.ts';
import { t, type UiText } from '../uiText.ts';
import type { LostReview } from './storedReviews.ts';

/**
 * Why a change is reviewed before it is applied, as a sentence for the user.
 * @param isAskedAbout whether it is for lines that were asked about
 */
export function reviewMessage(reason: ReviewReason, isAskedAbout: boolean): UiText {
  switch (reason) {
    case 'merged':
      return t('You changed these lines after you asked. The proposal has your changes too.');
    case 'conflict':
      return t(
        'You and the reply changed the same lines. The proposal has those of the reply. Revert a change to keep yours.',
      );
    case 'editedSince':
      return t('The lines have changed since they were applied.');
    case 'elided':
      return t('The code leaves parts out.');
    case 'filled':
      return t('The proposal has the lines of the document there.');
    case 'leavesOut':
      return t('The code lacks declarations, entries, or comments that it replaces.');
    case 'shorter':
      return t('The code is less than half as long as what it replaces.');
    case 'narrower':
      return t('The code replaces only a part of the lines that you asked about.');
    case 'wider':
      return isAskedAbout
        ? t('The code covers more than the lines that you asked about.')
        : t('The code has lines that stand beside its place already.');
    case 'elsewhere':
      return t('The code is for other lines than those that you asked about.');
    case 'named':
      return t('The place was found by the names and lines of the code.');
    case 'incomplete':
      return t('The reply is incomplete.');
    case 'protected':
      return t('This file can run code or tell tools what to do.');
    case 'linked':
      return t('A symbolic link on its path may lead to a file that can run code.');
    case 'ignoredIndentation':
      return t('The lines were found with another indentation.');
    case 'indentation':
      return t('How deep the code belongs there is not certain.');
    case 'stringIndentation':
      return t('How the lines of a text are indented is not certain.');
    case 'separators':
      return t('Which commas belong at the ends of the code is not certain.');
    case 'otherLanguage':
      return t('The code block is in another language.');
    case 'unlike':
      return t('The code has little in common with the lines that it replaces.');
    case 'unbalanced':
      return t('The brackets of the code are not paired as in the lines that it replaces.');
    case 'otherFile':
      return t('The reply names another file for the code.');
    case 'unseenFile':
      return t('The question had nothing of this file, so the code may not fit it.');
    case 'patch':
      return t('The code block is a patch.');
    case 'marks':
      return t(
        'The code block has marks that are no code, such as line numbers. Those on every line were taken off.',
      );
    case 'redacted':
      return t('The code contains placeholders of redacted secrets.');
  }
}

/** What has changed in the document since the proposal was made is in the proposal now, which has to be accepted again. */
export function mergedText(isClean: boolean, name: UiText): UiText {
  return isClean
    ? t(
        '{0} has changed. The review shows the change together with yours now. Accept again to apply it.',
        name,
      )
    : t(
        '{0} has changed in the same lines. The review shows what would be written there: edit it if you need your lines, then accept again.',
        name,
      );
}

/** Why a review from before a reload can't be shown, as a sentence for the user. */
export function lostText(why: LostReview, name: string): UiText {
  return why === 'unreadable'
    ? t('The review of {0} could not be read yet. Its tab stays open, and it is read again.', name)
    : t(
        'The review of {0} can’t be restored, because what was stored of it is damaged. Its tab stays open.',
        name,
      );
}

export function unchangedText(): UiText {
  return t('The review was accepted without a change.');
}

export function discardedText(): UiText {
  return t('The review was discarded. Nothing was changed.');
}
