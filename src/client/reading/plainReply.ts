import * as z from 'zod/mini';
import { chatReplySchema } from '../../contract/chatReply.ts';
import { choiceChunkSchema } from '../../contract/streamEvent.ts';
import { tolerant } from '../../contract/tolerant.ts';
import {
  blockParts,
  contentParts,
  type FormatReader,
  stopPart,
  UNREADABLE_PART,
  usagePart,
} from './formatReader.ts';

const plainChoiceSchema = z.object({
  message: z.object({ content: z.optional(z.unknown()) }),
  finish_reason: tolerant(z.string()),
});

/** Reads the documented plain reply (service interface: Chat response). */
export const readPlainReply: FormatReader = (value) => {
  const parsed = chatReplySchema.safeParse(value);
  if (!parsed.success) {
    return [UNREADABLE_PART];
  }
  const { model, content, stop_reason, usage } = parsed.data;
  return [
    { type: 'started', model },
    ...content.flatMap(blockParts),
    ...usagePart(usage?.input_tokens, usage?.output_tokens),
    ...stopPart(stop_reason),
    { type: 'end' },
  ];
};

/** Reads a plain reply of the `choices` family. The first choice is the reply. */
export const readPlainChoices: FormatReader = (value) => {
  const parsed = choiceChunkSchema.safeParse(value);
  const first = plainChoiceSchema.safeParse(parsed.data?.choices[0]);
  if (!parsed.success || !first.success) {
    return [UNREADABLE_PART];
  }
  const { model, usage } = parsed.data;
  return [
    { type: 'started', model },
    ...contentParts(first.data.message.content),
    ...usagePart(usage?.prompt_tokens, usage?.completion_tokens),
    ...stopPart(first.data.finish_reason),
    { type: 'end' },
  ];
};
