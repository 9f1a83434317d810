/** Prefix of the files in which windows announce what they are about to remove from shared conversations. */
export const REMOVING = 'removing-';

/** JSON content of such a file. */
export interface Removing {
  readonly conversation: string;
  /** Ids of turns and texts of questions. */
  readonly turns: readonly string[];
}
