import type { SentRequest } from '../../contract/replyEvent.ts';

/** A turn that was in a request. */
export interface SentTurn {
  id: string;
  /** Of a reply, how much of its text there was at that time, in UTF-16 units. */
  length?: number;
}

/** Positions in another list, counted from 0, the end not included. */
export interface SameTurns {
  from: number;
  to: number;
}

/** A list of turns, told by that of another request. */
export interface ListChange {
  /** The reply whose first request has the other list; without one, that is empty. */
  base?: string;
  turns: readonly (SentTurn | SameTurns)[];
}

/**
 * How the body of one request was made: enough to make it once more, and to tell whether it is the same. Of as few bytes
 * in a long conversation as in a short one, since the turns are told by how they differ from those of another request.
 */
export interface RequestNote extends ListChange {
  /** Whether the model was asked to go on with its own reply, the last of the turns. */
  goesOn?: true;
  settings: SentRequest['settings'];
  /** Whether the conversation went out in one `user` message. */
  folded?: true;
  /** Of the body as it was sent. */
  crc32: number;
  bytes: number;
}
