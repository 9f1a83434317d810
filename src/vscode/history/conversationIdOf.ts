import * as z from 'zod/mini';

const argumentSchema = z.object({ conversationId: z.string() });

/** Reads the conversation id from a command argument, which the context menu of a row passes. */
export function conversationIdOf(argument: unknown): string | undefined {
  return argumentSchema.safeParse(argument).data?.conversationId;
}
