import * as vscode from 'vscode';
import { REQUESTS_PER_MINUTE } from '../contract/limits.ts';
import type { Wait } from '../contract/replyEvent.ts';
import type { WaitView } from '../protocol/views.ts';
import { failureSentence } from './failureText.ts';

/** Stands in the sentence where whoever shows it puts the time that is left. */
const TIME_LEFT = '{0}';

/** Why a request is held back, in words, with a gap for the time that is left. */
export function waitView(wait: Wait): WaitView {
  return { message: message(wait), until: wait.until };
}

function message({ reason, failure }: Wait): string {
  const { t } = vscode.l10n;
  switch (reason) {
    case 'pacing':
      return t(
        'The {1} requests of this minute are used up. Yours goes out in {0}.',
        TIME_LEFT,
        REQUESTS_PER_MINUTE,
      );
    case 'rateLimited':
      return t('The service asks to wait (429). Asking again in {0}.', TIME_LEFT);
    case 'repeat': {
      const what = failure === undefined ? t('The request failed.') : failureSentence(failure, '');
      // Where there was an answer, the service had the request, and may have done and counted the work.
      return failure?.status === undefined
        ? t('{1} Asking again in {0}.', TIME_LEFT, what)
        : t('{1} Asking again in {0}; the service may count both requests.', TIME_LEFT, what);
    }
  }
}
