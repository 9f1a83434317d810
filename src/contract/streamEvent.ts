import * as z from 'zod/mini';
import { BLOCK_INDEX } from '../base/bounds.ts';
import { within } from '../base/numberSchemas.ts';
import { tokenCountSchema, usageSchema } from './chatReply.ts';
import { tolerant } from './tolerant.ts';

/**
 * The interface does not document the format of a streamed reply. The client reads two families of events, and pieces
 * that have the shape of a plain reply. It detects from the data which one it gets. Fields that an event doesn't need
 * are optional.
 */

/** Index of a content block or choice. Some services send the number as a string. */
export const indexSchema = z.union([z.string(), within(BLOCK_INDEX)]);

/**
 * The `message_*` family: `message_start`, `content_block_start`, `content_block_delta`, `content_block_stop`,
 * `message_delta`, `message_stop`, besides `ping` and `error`. Fields that may contain text, its index or its end are
 * not validated here, since the type decides which of them matter.
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
  prompt_tokens: tolerant(tokenCountSchema),
  completion_tokens: tolerant(tokenCountSchema),
});

/**
 * The `choices[].delta.content` family, ended by the literal `[DONE]`. Its plain reply has the same fields. Each choice
 * is parsed separately, so that an unreadable one does not hide the others.
 */
export const choiceChunkSchema = z.object({
  model: tolerant(z.string()),
  choices: z.array(z.unknown()),
  usage: tolerant(choiceUsageSchema),
});

/** The text of a choice. It may be a list of content blocks, which are not validated here. */
export const choiceTextSchema = z.object({
  content: z.nullish(z.union([z.string(), z.array(z.unknown())])),
});

/**
 * One choice of a chunk or of a plain reply, which has a `message` instead of the `delta`. Strict about text and index,
 * so that an unreadable one is noticed. A `message` beside a `delta` has the text once more, so it is not validated here.
 */
export const choiceSchema = z.object({
  index: z.nullish(indexSchema),
  delta: z.nullish(choiceTextSchema),
  message: z.optional(z.unknown()),
  /** Of legacy completions, which are not read. */
  text: z.optional(z.unknown()),
  finish_reason: tolerant(z.string()),
});

/** Ends a stream. Not JSON. */
export const DONE_MARKER = '[DONE]';
