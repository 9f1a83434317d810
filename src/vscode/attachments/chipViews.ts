import { isInsertionPlace } from '../../core/attachments/attachment.ts';
import type { AttachmentView } from '../../protocol/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { TokenMeter } from '../contextWindow/tokenMeter.ts';
import type { Models } from '../models/models.ts';
import type { SecretGuard } from '../secrets/secretGuard.ts';

export interface ChipSources {
  composer: Composer;
  secretGuard: SecretGuard;
  meter: TokenMeter;
  models: Pick<Models, 'current'>;
}

/** The composer's chips, each with its tokens, the lines with suspected secrets, and the number of redacted secrets. */
export function toChipViews({ composer, secretGuard, meter, models }: ChipSources): AttachmentView[] {
  return composer.attachments.map((attachment) => {
    const { lines, redacted } = secretGuard.secretsIn(attachment);
    const redactedCount = (attachment.redacted ?? 0) + redacted;
    return {
      ...toAttachmentView(attachment),
      tokens: meter.tokensOf(attachment, models.current),
      ...(redactedCount > 0 && { redacted: redactedCount }),
      ...(lines.length > 0 && { secretLines: lines }),
    };
  });
}

/** Omits the text and the anchor, which the panel doesn't need, and where it is, which it must not see. */
export function toAttachmentView(attachment: ComposerAttachment): AttachmentView {
  const {
    text: _,
    uri: _uri,
    identity: _identity,
    encoding: _encoding,
    version: _version,
    isCurrentFile: _is,
    anchor: _anchor,
    ...view
  } = attachment;
  return isInsertionPlace(attachment) ? { ...view, isPlace: true } : view;
}
