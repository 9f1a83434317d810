import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { TokenMeter } from '../contextWindow/tokenMeter.ts';
import type { Models } from '../models/models.ts';
import { t, type UiText } from '../uiText.ts';

/** Size, in tokens, from which an input box states it: several screens of code, more than people see they select. */
const LARGE_SELECTION_TOKENS = 2000;

export interface SizeServices {
  meter: Pick<TokenMeter, 'tokensOf'>;
  models: Pick<Models, 'current'>;
}

/** @returns the words of an input box about what goes along, with its size if that is large */
export function withLargeSize(
  { meter, models }: SizeServices,
  subject: UiText,
  attachments: readonly ComposerAttachment[],
): UiText {
  const tokens = attachments.reduce((sum, one) => sum + meter.tokensOf(one, models.current), 0);
  return tokens < LARGE_SELECTION_TOKENS
    ? subject
    : t('{0}: a large selection, about {1} tokens', subject, formatTokens(tokens));
}
