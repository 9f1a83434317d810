import type { Wait } from '../../contract/replyEvent.ts';
import type { Connection } from '../address/connection.ts';

/** One question, or one listing, on its way: what all its requests share, repeats and other shapes included. */
export interface Operation {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  /** Told when the operation is held back, and, with nothing, when it goes on. */
  onWait(wait?: Wait): void;
  /** Requests sent so far. */
  attempts: number;
  /** Those of them that repeated one that had failed. */
  repeats: number;
}
