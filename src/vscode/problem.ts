/** Why something could not be done: a sentence for people, or `undefined` when it was done. */
export type Problem = string | undefined;
