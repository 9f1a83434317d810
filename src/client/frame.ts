/** One piece of a body, out of its framing. */
export type Frame =
  /** A JSON value; `event` is the name of the server-sent event that it came in, where it had one. */
  | { type: 'value'; value: unknown; event?: string }
  /** The marker that ends a stream of choice chunks. */
  | { type: 'done' }
  /** An `error` event whose data is no JSON. */
  | { type: 'error'; text: string }
  /** Something that is no part of any format; `detail` says what, without quoting it. */
  | { type: 'unreadable'; detail: string }
  /** The body ended in the middle of something. */
  | { type: 'brokenOff' };

/** How a body is divided. Any division of the text into pieces gives the same frames. */
export interface Framing {
  push(text: string): Frame[];
  /** The body has ended. */
  end(): Frame[];
}
