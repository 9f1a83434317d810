import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and its connection. */
export interface ServedRequest {
  method: string;
  path: string;
  /** Starts with `?`; empty if there is no query. */
  query: string;
  /** Scheme, host, and port from the `Host` header. */
  origin: string;
  authorization: string | undefined;
  contentType: string | undefined;
  /** Parsed JSON if it is valid, otherwise text; `undefined` if there is no body. */
  body: unknown;
  connection: TcpConnection;
  /** Aborted when either side closes the connection. */
  signal: AbortSignal;
}

/** The TCP connection of one request. */
export class TcpConnection {
  readonly response: ServerResponse;
  #isClosedByService = false;

  constructor(response: ServerResponse) {
    this.response = response;
  }

  /** The same object for all requests on one connection. */
  get socket(): Socket | null {
    return this.response.socket;
  }

  get isClosedByService(): boolean {
    return this.#isClosedByService;
  }

  /** Closes the connection with FIN, after all data already written. */
  close(): void {
    this.#isClosedByService = true;
    this.response.destroy();
  }

  /** Closes the connection with RST. */
  reset(): void {
    this.#isClosedByService = true;
    this.response.socket?.resetAndDestroy();
  }
}
