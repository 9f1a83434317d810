import type { AttachmentView } from '../protocol/views.ts';
import type { Chat } from './chat.ts';
import { attachmentView } from './turnViews.ts';

/** The composer's chips, each with what of the context window it takes and the lines that seem to hold secrets. */
export function chipViews({ composer, guard, meter, model }: Chat): AttachmentView[] {
  return composer.attachments.map((attachment) => {
    const secrets = guard.linesOf(attachment);
    return {
      ...attachmentView(attachment),
      tokens: meter.tokensOf(attachment, model),
      ...(secrets !== undefined && { secrets }),
    };
  });
}
