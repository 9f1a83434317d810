import * as z from 'zod/mini';

/** Names a conversation, a turn, an attachment or the like. */
export const id = z.string().check(z.minLength(1), z.maxLength(100));
/** A position, or a number that is counted up, from 0. */
export const index = z.number().check(z.int(), z.nonnegative());
/** Names a request as long as its answer is awaited. */
export const requestId = index;
