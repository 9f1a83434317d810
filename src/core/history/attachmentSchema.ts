import * as z from 'zod/mini';
import type { Attachment } from '../attachment.ts';

/** An attachment as it stands on disk, in a question or beside an unsent text. */
export const attachmentSchema: z.ZodMiniType<Attachment> = z.object({
  id: z.string(),
  kind: z.literal('selection'),
  path: z.string(),
  languageId: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  text: z.string(),
});
