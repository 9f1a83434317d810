import * as z from 'zod/mini';
import { TEMPERATURE, TOKEN_LIMIT } from '../base/bounds.ts';
import { within } from '../base/numberSchemas.ts';

/**
 * The interface documents only `user`. `assistant` for the model's turns is the role that a reply has; if a service
 * rejects it, the client falls back to a single `user` message.
 */
const roleSchema = z.enum(['user', 'assistant']);
export type Role = z.infer<typeof roleSchema>;

const messageSchema = z.strictObject({ role: roleSchema, content: z.string() });
export type Message = z.infer<typeof messageSchema>;

/**
 * The body of `POST /chat`, strict so that no undocumented field is ever sent. `max_tokens` (tokens of the reply),
 * `temperature` (0 to 1) and `stream` are omitted when not set, so that the service's defaults apply.
 */
export const chatRequestSchema = z.strictObject({
  model: z.string().check(z.minLength(1)),
  messages: z.array(messageSchema).check(z.minLength(1)),
  max_tokens: z.optional(within(TOKEN_LIMIT)),
  temperature: z.optional(within(TEMPERATURE)),
  stream: z.optional(z.boolean()),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;
