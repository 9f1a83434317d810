import * as z from 'zod/mini';

/** Tokens counted by the service. Either number may be missing from what arrives. */
export const usageSchema = z.object({
  input_tokens: z.nullish(z.number()),
  output_tokens: z.nullish(z.number()),
});
export type Usage = z.infer<typeof usageSchema>;

/** `text` blocks are documented; any other type is kept apart by its name and shows no text. */
export const contentBlockSchema = z.object({ type: z.string(), text: z.nullish(z.string()) });

/** The stop reasons the interface documents. Others may come, and are read as a normal end. */
export const STOP_REASONS = ['end_turn', 'max_tokens'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/**
 * The plain reply of `POST /chat`. Only `content` is insisted on: without it there is nothing to show, and
 * with it a reply is readable whatever else a service leaves out.
 */
export const chatReplySchema = z.object({
  id: z.nullish(z.string()),
  type: z.nullish(z.string()),
  role: z.nullish(z.string()),
  model: z.nullish(z.string()),
  content: z.array(contentBlockSchema),
  stop_reason: z.nullish(z.string()),
  usage: z.nullish(usageSchema),
});
export type ChatReply = z.infer<typeof chatReplySchema>;
