/** A request as it came. Preflights are not among them: a browser sends those, and no client. */
export interface RecordedRequest {
  method: string;
  path: string;
  /** The host and the port that the client asked for. */
  host: string;
  /** When it arrived, in ms since 1970. */
  at: number;
  authorization: string | undefined;
  /** JSON where it is that, else the text; `undefined` where there is none. */
  body: unknown;
  /** The body as it came, character by character; `undefined` where there is none. */
  text: string | undefined;
  /** `undefined` until there is one. */
  status: number | undefined;
  /** The client closed the connection before the reply was complete. */
  aborted: boolean;
}

/** More than all suites send that share a service, which count what came. */
const MAX_RECORDED_REQUESTS = 10_000;

export function recordRequest(requests: RecordedRequest[], request: RecordedRequest): void {
  requests.push(request);
  requests.splice(0, requests.length - MAX_RECORDED_REQUESTS);
}
