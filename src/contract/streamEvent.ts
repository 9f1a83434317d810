import * as z from 'zod/mini';
import { usageSchema } from './chatReply.ts';
import { tolerant } from './tolerant.ts';

/**
 * The format of a streamed reply is not shown in the interface. These are the shapes that the client reads;
 * which one it is, is told by what arrives. A field that an event doesn't need is not insisted on.
 */

/** Where a piece of text belongs: some services write the number as a text. */
export const indexSchema = z.union([z.string(), z.number()]);

/**
 * The family whose parts are the reply's own: `message_start`, `content_block_start`, `content_block_delta`,
 * `content_block_stop`, `message_delta`, `message_stop`, besides `ping` and `error`. What may hold text, its place
 * or its end is left unchecked: which of them matters depends on the type.
 */
export const messageEventSchema = z.object({
  type: tolerant(z.string()),
  message: tolerant(z.object({ model: tolerant(z.string()), usage: tolerant(usageSchema) })),
  index: z.optional(z.unknown()),
  content_block: z.optional(z.unknown()),
  delta: z.optional(z.unknown()),
  usage: tolerant(usageSchema),
});

/** The `delta` of a message event. */
export const messageDeltaSchema = z.object({
  type: tolerant(z.string()),
  text: z.optional(z.unknown()),
  stop_reason: tolerant(z.string()),
});

const choiceUsageSchema = z.object({
  prompt_tokens: tolerant(z.number()),
  completion_tokens: tolerant(z.number()),
});

/**
 * The family of `choices[].delta.content` chunks, ended by the literal `[DONE]`; a whole reply of the family has the same
 * fields. Each choice is read by itself: one that can't be read costs no other its text.
 */
export const choiceChunkSchema = z.object({
  model: tolerant(z.string()),
  choices: z.array(z.unknown()),
  usage: tolerant(choiceUsageSchema),
});

/** One choice of a chunk: strict about its text and its place, so that what can't be read is noticed. */
export const choiceSchema = z.object({
  index: z.nullish(indexSchema),
  delta: z.nullish(z.object({ content: z.nullish(z.string()) })),
  finish_reason: tolerant(z.string()),
});

/** The data that ends a stream of choice chunks. It is not JSON. */
export const DONE_MARKER = '[DONE]';
