import * as z from 'zod/mini';

/** Id of a conversation, turn, attachment and so on. */
export const id = z.string().check(z.minLength(1), z.maxLength(100));
/** A position or a counter, from 0. */
export const index = z.number().check(z.int(), z.nonnegative());
/** Identifies a request until its response arrives. */
export const requestId = index;
