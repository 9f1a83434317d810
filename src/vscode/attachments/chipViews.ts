import type { AttachmentView } from '../../protocol/views.ts';
import type { Chat } from '../asking/chat.ts';
import { attachmentView } from '../conversation/turnViews.ts';

/**
 * The composer's chips, each with what of the context window it takes, the lines that seem to hold secrets, and how many
 * of those are taken out.
 */
export function chipViews({ composer, guard, meter, model }: Chat): AttachmentView[] {
  return composer.attachments.map((attachment) => {
    const { lines, redacted } = guard.secretsIn(attachment);
    const takenOut = (attachment.redacted ?? 0) + redacted;
    return {
      ...attachmentView(attachment),
      tokens: meter.tokensOf(attachment, model),
      ...(takenOut > 0 && { redacted: takenOut }),
      ...(lines.length > 0 && { secrets: lines }),
    };
  });
}
