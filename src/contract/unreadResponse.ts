/** How the values of a response are framed. */
export type StreamLayout = 'serverSentEvents' | 'lines' | 'oneValue';

/**
 * A response in a format that can't be read. Only kept in memory, since `start` may have text of the conversation. All
 * others have none: no value, and of the keys only those that look like identifiers.
 */
export interface UnreadResponse {
  /** The media type, if it is a plain one, without parameters. */
  contentType?: string;
  layout: StreamLayout;
  /** The first value that is not empty: keys, types and lengths. At most 600 characters. */
  shape: string;
  /** The first characters as they were received, the key masked: at most 4,000. */
  start: string;
}
