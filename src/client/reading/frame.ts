/** One piece of a body, out of its framing. */
export type Frame =
  /** A JSON value; `event` is the name of the server-sent event that it came in, where it had one. */
  | { type: 'value'; value: unknown; event?: string }
  /** The marker that ends a stream of choice chunks. */
  | { type: 'done' }
  /** An `error` event whose data is no JSON. */
  | { type: 'error'; text: string }
  /**
   * Something that can't be read; what comes after it can. `detail` says why, without quoting anything. `event` is the
   * name of the server-sent event that it came in, where it had one.
   */
  | { type: 'damaged'; detail: string; event?: string }
  /** The body is none of a reply; `detail` as above. */
  | { type: 'unreadable'; kind: 'notAReply' | 'webPage'; detail: string }
  /** The body ended in the middle of something. */
  | { type: 'brokenOff' };

/** How a body is divided. Any division of the text into pieces gives the same frames. */
export interface Framing {
  push(text: string): Frame[];
  /** Characters (UTF-16 units) that are kept since what they belong to is not complete. */
  readonly pendingChars: number;
  /** The body has ended. */
  end(): Frame[];
}
