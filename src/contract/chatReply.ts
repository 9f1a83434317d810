import * as z from 'zod/mini';
import { tolerant } from './tolerant.ts';

/** Tokens counted by the service. Either number may be missing from what arrives. */
export const usageSchema = z.object({
  input_tokens: tolerant(z.number()),
  output_tokens: tolerant(z.number()),
});

/**
 * `text` blocks are documented; any other type is kept apart by its name and shows no text. `text` is left unchecked:
 * whoever reads it has to notice what is no text.
 */
export const contentBlockSchema = z.object({ type: tolerant(z.string()), text: z.optional(z.unknown()) });

/** The stop reasons the interface documents. Others may come, and are read as a normal end. */
export type StopReason = 'end_turn' | 'max_tokens';

/**
 * The plain reply of `POST /chat`, as received. Only `content` is insisted on: without it there is nothing to show,
 * and with it a reply is readable whatever else a service leaves out or writes in another type.
 */
export const chatReplySchema = z.object({
  model: tolerant(z.string()),
  content: z.array(z.unknown()),
  stop_reason: tolerant(z.string()),
  usage: tolerant(usageSchema),
});

/** The plain reply as it is documented (service interface: Chat response). */
export interface ChatReply {
  id?: string;
  type: 'message';
  role: 'assistant';
  model?: string;
  content: { type: 'text'; text: string }[];
  stop_reason: StopReason;
  usage: z.infer<typeof usageSchema>;
}
