import type { SentRequest } from '../../contract/replyEvent.ts';

/**
 * How a request was made of the conversation before its question. The body itself is not stored: bodies would take
 * space that grows with the square of the conversation. It can be made again from the turns, and is what was sent only
 * if its checksum is the same.
 */
export interface RequestNote {
  settings: SentRequest['settings'];
  /** Whether the conversation was sent in one `user` message. */
  folded?: true;
  /** Which exchanges before the question were not sent, as in `rangesOf`. Absent if all were sent. */
  leftOut?: readonly number[];
  /**
   * Which turns were masked, as in `rangesOf`: of those that were sent, then of the others before the reply, alternatives
   * last. What is replaced in the former may have been found in the latter. Absent if none was, and in notes of earlier
   * versions.
   */
  masked?: readonly number[];
  /** Length of the reply's text, in UTF-16 units, if the request was for the rest of the reply. */
  continuedAt?: number;
  /** Baseline tokens of the messages. Absent in notes of earlier versions. */
  baselineTokens?: number;
  /** Checksum of the body. */
  crc32: number;
  bytes: number;
}
