import type { StreamLayout } from '../../contract/unreadResponse.ts';

/** One piece of a body, without its framing. */
export type Frame =
  /** A JSON value. `event` is the name of the server-sent event that contained it, if any. */
  | { type: 'value'; value: unknown; event?: string }
  /** The `[DONE]` marker that ends a stream. */
  | { type: 'done' }
  /** An `error` event whose data is not JSON. */
  | { type: 'error'; text: string }
  /**
   * An unreadable piece, after which reading continues. `detail` says why without quoting it; `event` as above. `textLength`
   * is present if it doesn't even begin as JSON.
   */
  | { type: 'damaged'; detail: string; event?: string; textLength?: number }
  /** The body has ended, and the value before was all of it. */
  | { type: 'onlyValue' }
  /** The body is not a reply; `detail` as above. */
  | { type: 'unreadable'; kind: 'notAReply' | 'webPage'; detail: string }
  /** The body ended in the middle of a piece. */
  | { type: 'brokenOff' };

/** Divides a body into frames. The result does not depend on how the body is split into calls of `push`. */
export interface Framing {
  push(text: string): Frame[];
  /** Number of buffered UTF-16 code units of the incomplete frame. */
  readonly pendingChars: number;
  /** How the values so far were framed; `undefined` if that is not known yet. */
  readonly layout: StreamLayout | undefined;
  /** Called when the body has ended. */
  end(): Frame[];
}

/** Reads the lines of a body, without their ends. `end` is called with the text after the last line end. */
export interface LineReader extends Pick<Framing, 'pendingChars'> {
  readonly layout: StreamLayout;
  read(line: string): Frame[];
  end(rest: string): Frame[];
}
