import * as z from 'zod/mini';
import { TOKENS } from '../base/bounds.ts';
import { within } from '../base/numberSchemas.ts';
import { tolerant } from './tolerant.ts';

export const tokenCountSchema = within(TOKENS);

/** Tokens, counted by the service. Either number may be missing. */
export const usageSchema = z.object({
  input_tokens: tolerant(tokenCountSchema),
  output_tokens: tolerant(tokenCountSchema),
});

/**
 * Only blocks of type `text` are documented; for any other type only the name is used. `text` is not validated here,
 * so that its reader can report a value that isn't a string.
 */
export const contentBlockSchema = z.object({ type: tolerant(z.string()), text: z.optional(z.unknown()) });

/** The documented stop reasons. */
export type StopReason = 'end_turn' | 'max_tokens';

/**
 * A plain reply of `POST /chat`, as received. Only `content` is required: without it there is nothing to show, and with
 * it the reply is readable even if other fields are missing or of an unexpected type.
 */
export const chatReplySchema = z.object({
  model: tolerant(z.string()),
  content: z.array(z.unknown()),
  stop_reason: tolerant(z.string()),
  usage: tolerant(usageSchema),
});

/** A plain reply as documented (service interface: Chat response). */
export interface ChatReply {
  id?: string;
  type: 'message';
  role: 'assistant';
  model?: string;
  content: { type: 'text'; text: string }[];
  stop_reason: StopReason;
  usage: z.infer<typeof usageSchema>;
}
