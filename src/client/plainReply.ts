import * as z from 'zod/mini';
import { chatReplySchema } from '../contract/chatReply.ts';
import { type FormatReader, type ReplyPart, textPart, usagePart } from './formatReader.ts';

const choicesReplySchema = z.object({
  id: z.nullish(z.string()),
  model: z.nullish(z.string()),
  choices: z.array(
    z.object({
      message: z.object({ content: z.nullish(z.string()) }),
      finish_reason: z.nullish(z.string()),
    }),
  ),
  usage: z.nullish(
    z.object({ prompt_tokens: z.nullish(z.number()), completion_tokens: z.nullish(z.number()) }),
  ),
});

/** The documented reply, whole (service interface: Chat response). */
export const readPlainReply: FormatReader = (value) => {
  const parsed = chatReplySchema.safeParse(value);
  if (!parsed.success) {
    return [];
  }
  const { id, model, content, stop_reason, usage } = parsed.data;
  return [
    started(model, id),
    ...content.flatMap(({ type, text }) =>
      type === 'text' ? textPart(text) : [{ type: 'leftOut', what: type } as const],
    ),
    ...usagePart(usage?.input_tokens, usage?.output_tokens),
    { type: 'stopReason', cutAtLimit: stop_reason === 'max_tokens' },
    { type: 'end' },
  ];
};

/** A whole reply in the shape whose stream is that of choice chunks. Its first choice is the reply. */
export const readPlainChoices: FormatReader = (value) => {
  const parsed = choicesReplySchema.safeParse(value);
  if (!parsed.success) {
    return [];
  }
  const { id, model, choices, usage } = parsed.data;
  const [first] = choices;
  return [
    started(model, id),
    ...textPart(first?.message.content),
    ...usagePart(usage?.prompt_tokens, usage?.completion_tokens),
    { type: 'stopReason', cutAtLimit: first?.finish_reason === 'length' },
    { type: 'end' },
  ];
};

function started(model: string | null | undefined, id: string | null | undefined): ReplyPart {
  return { type: 'started', model: model ?? undefined, id: id ?? undefined };
}
