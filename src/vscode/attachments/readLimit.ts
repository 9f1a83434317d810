import { failed } from '../actionResult.ts';
import { t } from '../uiText.ts';
import { READ_LIMIT_MS, withTimeout } from '../withTimeout.ts';
import type { CaptureError } from './kinds/captureResult.ts';

/**
 * Returns what is read for an attachment or, after the limit, an error, as for a file that is gone: its chip says so, a
 * question with it is refused, and one click sends the rest. Must not be used around a dialog: the user may take any time.
 * @param name of what is read, for the error
 */
export async function withReadLimit<T>(
  name: string,
  read: PromiseLike<T>,
  limitMs = READ_LIMIT_MS,
): Promise<T | CaptureError> {
  const answer = read.then(undefined, () => ({ error: failed(t('{0} can’t be read.', name)) }));
  return withTimeout<T | CaptureError>(limitMs, answer, { error: failed(t('{0} did not respond.', name)) });
}
