import * as z from 'zod/mini';
import { CHECKSUM, EXIT_CODE, LINE, SIZE } from '../../../base/bounds.ts';
import { nearestWithin } from '../../../base/numberSchemas.ts';
import { ATTACHMENT_KINDS, type Attachment } from '../../attachments/attachment.ts';

const optional = z.exactOptional;
const count = nearestWithin(SIZE);
const lineNumber = nearestWithin({ ...LINE, min: 1 });
const checksum = nearestWithin(CHECKSUM);

/** Fields of an attachment on disk, in a question or in window state. */
export const attachmentShape = {
  id: z.string(),
  // A kind added by a later version is shown as a file.
  kind: withFallback(z.enum(ATTACHMENT_KINDS), 'file'),
  path: z.string(),
  languageId: z.string(),
  startLine: optional(lineNumber),
  endLine: optional(lineNumber),
  symbol: optional(z.string()),
  command: optional(z.object({ exitCode: optional(nearestWithin(EXIT_CODE)) })),
  text: z.string(),
  redacted: optional(count),
  leftOutLines: optional(count),
  anchor: optional(
    z.object({
      document: checksum,
      startCharacter: nearestWithin(LINE),
      isUnique: z.boolean(),
      linesBefore: optional(checksum),
      linesAfter: optional(checksum),
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
