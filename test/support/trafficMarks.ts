/** Windows that share conversations say in files of this prefix what they are about to remove. */
export const REMOVING = 'removing-';

/** What such a file holds, as JSON. */
export interface Removing {
  readonly conversation: string;
  /** Ids of turns, and the texts of questions. */
  readonly turns: readonly string[];
}
