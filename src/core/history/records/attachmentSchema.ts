import * as z from 'zod/mini';
import { ATTACHMENT_KINDS, type Attachment } from '../../attachments/attachment.ts';

const optional = z.exactOptional;

/** The parts of an attachment as it stands on disk, in a question or beside an unsent text. */
export const attachmentShape = {
  id: z.string(),
  // One of a later kind is shown as what every attachment is in the end: a named text.
  kind: withFallback(z.enum(ATTACHMENT_KINDS), 'file'),
  path: z.string(),
  languageId: z.string(),
  startLine: optional(z.number()),
  endLine: optional(z.number()),
  symbol: optional(z.string()),
  text: z.string(),
  redacted: optional(z.number()),
  leftOutLines: optional(z.number()),
};

export const attachmentSchema: z.ZodMiniType<Attachment> = z.object(attachmentShape);

/** This value where there is another or none. The library's own way to say so would bring 11 KB of it along. */
export function withFallback<Value>(schema: z.ZodMiniType<Value>, value: Value): z.ZodMiniType<Value> {
  return z.union([
    schema,
    z.pipe(
      z.optional(z.unknown()),
      z.transform(() => value),
    ),
  ]);
}
