import type { AttachmentView } from '../protocol/views.ts';
import type { Chat } from './chat.ts';
import { attachmentView } from './turnViews.ts';

/** The composer's chips, each with what of the context window it takes. */
export function chipViews({ composer, meter, model }: Chat): AttachmentView[] {
  return composer.attachments.map((attachment) => ({
    ...attachmentView(attachment),
    tokens: meter.tokensOf(attachment, model),
  }));
}
