/** A request as received. Preflights are not recorded, because browsers send them, not clients. */
export interface RecordedRequest {
  method: string;
  path: string;
  /** The `Host` header. */
  host: string;
  /** Time of arrival, in ms since 1970. */
  at: number;
  authorization: string | undefined;
  /** Parsed JSON if it is valid, otherwise text; `undefined` if there is no body. */
  body: unknown;
  /** The unparsed body; `undefined` if there is none. */
  text: string | undefined;
  /** `undefined` until the response starts. */
  status: number | undefined;
  /** Whether the client closed the connection before the response was complete. */
  aborted: boolean;
}

/** More than all suites that share a service send, since they count the recorded requests. */
const MAX_RECORDED_REQUESTS = 10_000;

export function recordRequest(requests: RecordedRequest[], request: RecordedRequest): void {
  requests.push(request);
  requests.splice(0, requests.length - MAX_RECORDED_REQUESTS);
}
