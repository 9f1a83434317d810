import * as z from 'zod/mini';
import { contentBlockSchema, usageSchema } from './chatReply.ts';

/**
 * The format of a streamed reply is not shown in the interface. These are the shapes that the client reads;
 * which one it is, is told by what arrives. A field that an event doesn't need is not insisted on.
 */

/**
 * The family whose parts are the reply's own: `message_start`, `content_block_start`, `content_block_delta`,
 * `content_block_stop`, `message_delta`, `message_stop`, besides `ping` and `error`.
 */
export const messageEventSchema = z.object({
  type: z.string(),
  message: z.nullish(
    z.object({
      id: z.nullish(z.string()),
      model: z.nullish(z.string()),
      stop_reason: z.nullish(z.string()),
      usage: z.nullish(usageSchema),
    }),
  ),
  index: z.nullish(z.number()),
  content_block: z.nullish(contentBlockSchema),
  delta: z.nullish(
    z.object({
      type: z.nullish(z.string()),
      text: z.nullish(z.string()),
      stop_reason: z.nullish(z.string()),
    }),
  ),
  usage: z.nullish(usageSchema),
  error: z.optional(z.unknown()),
});
export type MessageEvent = z.infer<typeof messageEventSchema>;

/** The family of `choices[].delta.content` chunks, ended by the literal `[DONE]`. */
export const choiceChunkSchema = z.object({
  id: z.nullish(z.string()),
  model: z.nullish(z.string()),
  choices: z.array(
    z.object({
      index: z.nullish(z.number()),
      delta: z.nullish(z.object({ role: z.nullish(z.string()), content: z.nullish(z.string()) })),
      finish_reason: z.nullish(z.string()),
    }),
  ),
  usage: z.nullish(
    z.object({ prompt_tokens: z.nullish(z.number()), completion_tokens: z.nullish(z.number()) }),
  ),
});
export type ChoiceChunk = z.infer<typeof choiceChunkSchema>;

/** The data that ends a stream of choice chunks. It is not JSON. */
export const DONE_MARKER = '[DONE]';
