import { hasText } from '../../base/hasText.ts';
import type { LineHunk } from '../../core/editing/lineHunks.ts';
import type { ReviewReason } from '../../core/editing/plan/decision.ts';
import { t, type UiText } from '../uiText.ts';
import type { LostReview } from './storedReviews.ts';

/** Why a change is reviewed before it is applied, as a sentence for the user. */
export function reviewMessage(reason: ReviewReason): UiText {
  switch (reason) {
    case 'merged':
      return t('You changed these lines after you asked. The proposal has your changes too.');
    case 'conflict':
      return t(
        'You and the reply changed the same lines. The proposal has those of the reply. Revert a change to keep yours.',
      );
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
      return t('The code covers more than the lines that you asked about.');
    case 'elsewhere':
      return t('The code is for other lines than those that you asked about.');
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
      return t('The code has little in common with the lines that you asked about.');
    case 'unbalanced':
      return t('The brackets of the code are not paired as in the lines that it replaces.');
    case 'otherFile':
      return t('The reply names another file for the code.');
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

/**
 * What accepting a review has done, as a sentence for the user.
 * @param before lines of the document
 */
export function acceptedText(hunks: readonly LineHunk[], before: readonly string[], name: UiText): UiText {
  const [first] = hunks;
  const last = hunks.at(-1);
  if (first === undefined || last === undefined) {
    return t('The review was accepted without a change.');
  }
  const replaced = before.slice(first.leftStart, first.leftEnd);
  // An empty line is a place to insert at.
  if (first === last && first.rightStart < first.rightEnd && !replaced.some(hasText)) {
    const [start, end] = [first.rightStart + 1, first.rightEnd];
    return start === end
      ? t('Accepted. Inserted line {0} of {1}.', start, name)
      : t('Accepted. Inserted lines {0}–{1} of {2}.', start, end, name);
  }
  const start = first.leftStart + 1;
  const end = Math.max(start, last.leftEnd);
  return start === end
    ? t('Accepted. Replaced line {0} of {1}.', start, name)
    : t('Accepted. Replaced lines {0}–{1} of {2}.', start, end, name);
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

export function discardedText(): UiText {
  return t('The review was discarded. Nothing was changed.');
}
