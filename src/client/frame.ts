/** One piece of a body, out of its framing. */
export type Frame =
  /** A JSON value; `event` is the name of the server-sent event that it came in, where it had one. */
  | { type: 'value'; value: unknown; event?: string }
  /** The marker that ends a stream of choice chunks. */
  | { type: 'done' }
  /** An `error` event whose data is no JSON. */
  | { type: 'error'; text: string }
  /** The reply can't be read on; `detail` says why, without quoting anything. */
  | { type: 'unreadable'; kind: 'notAReply' | 'webPage' | 'damaged' | 'tooLong'; detail: string }
  /** The body ended in the middle of something. */
  | { type: 'brokenOff' };

/** How a body is divided. Any division of the text into pieces gives the same frames. */
export interface Framing {
  push(text: string): Frame[];
  /** Characters (UTF-16 units) that are kept since what they belong to is not complete. */
  readonly pending: number;
  /** The body has ended. */
  end(): Frame[];
}
