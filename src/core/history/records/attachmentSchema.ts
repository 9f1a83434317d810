import * as z from 'zod/mini';
import { ATTACHMENT_KINDS, type Attachment } from '../../attachments/attachment.ts';

const optional = z.exactOptional;

/** Fields of an attachment on disk, in a question or in window state. */
export const attachmentShape = {
  id: z.string(),
  // A kind added by a later version is shown as a file.
  kind: withFallback(z.enum(ATTACHMENT_KINDS), 'file'),
  path: z.string(),
  languageId: z.string(),
  startLine: optional(z.number()),
  endLine: optional(z.number()),
  symbol: optional(z.string()),
  text: z.string(),
  redacted: optional(z.number()),
  leftOutLines: optional(z.number()),
  anchor: optional(
    z.object({
      document: z.number(),
      startCharacter: z.number(),
      isUnique: z.boolean(),
      linesBefore: optional(z.number()),
      linesAfter: optional(z.number()),
    }),
  ),
};

export const attachmentSchema: z.ZodMiniType<Attachment> = z.object(attachmentShape);

/**
 * A schema that accepts anything and yields `value` if it is invalid or missing. Zod's own `catch` would add 11 KB to
 * the bundle.
 */
export function withFallback<Value>(schema: z.ZodMiniType<Value>, value: Value): z.ZodMiniType<Value> {
  return z.union([
    schema,
    z.pipe(
      z.optional(z.unknown()),
      z.transform(() => value),
    ),
  ]);
}
