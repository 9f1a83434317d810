import * as z from 'zod/mini';

/**
 * Who wrote a message. The interface shows `user` alone; `assistant` for the model's own turns is what its
 * reply calls itself, and the client falls back to one `user` message where a service refuses it.
 */
const roleSchema = z.enum(['user', 'assistant']);
export type Role = z.infer<typeof roleSchema>;

const messageSchema = z.strictObject({ role: roleSchema, content: z.string() });
export type Message = z.infer<typeof messageSchema>;

/**
 * The body of `POST /chat`, as strict as the interface: nothing undocumented is ever sent.
 * `max_tokens` (tokens of the reply), `temperature` (0 to 1) and `stream` are left out when not set, since
 * their defaults are the service's own.
 */
export const chatRequestSchema = z.strictObject({
  model: z.string().check(z.minLength(1)),
  messages: z.array(messageSchema).check(z.minLength(1)),
  max_tokens: z.optional(z.number().check(z.int(), z.positive())),
  temperature: z.optional(z.number().check(z.gte(0), z.lte(1))),
  stream: z.optional(z.boolean()),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;
