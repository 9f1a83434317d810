import * as z from 'zod/mini';
import { chatReplySchema, contentBlockSchema } from '../contract/chatReply.ts';
import { choiceUsageSchema } from '../contract/streamEvent.ts';
import { tolerant } from '../contract/tolerant.ts';
import {
  type FormatReader,
  isNothing,
  type ReplyPart,
  stopPart,
  textPart,
  UNREADABLE,
  usagePart,
} from './formatReader.ts';

const choicesReplySchema = z.object({
  id: tolerant(z.string()),
  model: tolerant(z.string()),
  choices: z.array(z.unknown()),
  usage: tolerant(choiceUsageSchema),
});

const choiceSchema = z.object({
  message: z.object({ content: z.optional(z.unknown()) }),
  finish_reason: tolerant(z.string()),
});

/** The documented reply, whole (service interface: Chat response). */
export const readPlainReply: FormatReader = (value) => {
  const parsed = chatReplySchema.safeParse(value);
  if (!parsed.success) {
    return [UNREADABLE];
  }
  const { id, model, content, stop_reason, usage } = parsed.data;
  return [
    { type: 'started', model, id },
    ...content.flatMap(blockParts),
    ...usagePart(usage?.input_tokens, usage?.output_tokens),
    ...stopPart(stop_reason),
    { type: 'end' },
  ];
};

/** A whole reply in the shape whose stream is that of choice chunks. Its first choice is the reply. */
export const readPlainChoices: FormatReader = (value) => {
  const parsed = choicesReplySchema.safeParse(value);
  const first = choiceSchema.safeParse(parsed.data?.choices[0]);
  if (!parsed.success || !first.success) {
    return [UNREADABLE];
  }
  const { id, model, usage } = parsed.data;
  return [
    { type: 'started', model, id },
    ...textPart(first.data.message.content),
    ...usagePart(usage?.prompt_tokens, usage?.completion_tokens),
    ...stopPart(first.data.finish_reason),
    { type: 'end' },
  ];
};

function blockParts(block: unknown): ReplyPart[] {
  const { success, data } = contentBlockSchema.safeParse(block);
  if (!success) {
    return isNothing(block) ? [] : [UNREADABLE];
  }
  const { type = 'text', text } = data;
  return type === 'text' ? textPart(text) : [{ type: 'leftOut', what: type }];
}
