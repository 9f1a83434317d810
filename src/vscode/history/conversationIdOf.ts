import * as z from 'zod/mini';

const argumentSchema = z.object({ conversationId: z.string() });

/** The id of the conversation that a row's menu hands to a command; `undefined` where there is none. */
export function conversationIdOf(argument: unknown): string | undefined {
  return argumentSchema.safeParse(argument).data?.conversationId;
}
