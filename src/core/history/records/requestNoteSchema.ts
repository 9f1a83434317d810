import * as z from 'zod/mini';
import type { RequestNote } from '../../conversation/requestNote.ts';
import { otherwise } from '../transfer/otherwise.ts';

const id = z.string().check(z.minLength(1), z.maxLength(200));
const count = z.number().check(z.int(), z.nonnegative());
const optional = z.exactOptional;

/** What stands for a note that can't be read: no body is empty, so it is never taken for what was sent. */
const UNREADABLE: RequestNote = { turns: [], settings: { model: '' }, crc32: 0, bytes: 0 };

const noteSchema: z.ZodMiniType<RequestNote> = z.object({
  base: optional(id),
  turns: z.array(z.union([z.object({ id, length: optional(count) }), z.object({ from: count, to: count })])),
  goesOn: optional(z.literal(true)),
  settings: z.object({
    model: z.string(),
    max_tokens: optional(z.number()),
    temperature: optional(z.number()),
    stream: optional(z.boolean()),
  }),
  folded: optional(z.literal(true)),
  crc32: count,
  bytes: count,
});

/** The notes of a reply. One that is damaged, or of a kind that came later, takes nothing else of the reply along. */
export const requestNotesSchema: z.ZodMiniType<readonly RequestNote[]> = otherwise(
  z.array(otherwise(noteSchema, UNREADABLE)),
  [UNREADABLE],
);
