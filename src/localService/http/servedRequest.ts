import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** One request, and the connection that it came on. */
export interface ServedRequest {
  method: string;
  path: string;
  /** What follows the path, `?` included; empty where nothing does. */
  query: string;
  /** Scheme, host and port as the client wrote them. */
  origin: string;
  authorization: string | undefined;
  contentType: string | undefined;
  /** JSON where it is that, else the text; `undefined` where there is none. */
  body: unknown;
  connection: TcpConnection;
  /** Aborted when the connection is closed, by either side. */
  signal: AbortSignal;
}

/** The TCP connection of one exchange. */
export class TcpConnection {
  readonly response: ServerResponse;
  #isClosedByService = false;

  constructor(response: ServerResponse) {
    this.response = response;
  }

  /** The same object for each request that comes on the same connection. */
  get socket(): Socket | null {
    return this.response.socket;
  }

  /** Whether it was the service that closed it. */
  get isClosedByService(): boolean {
    return this.#isClosedByService;
  }

  /** Ends it in good order (FIN) after what was written before. */
  close(): void {
    this.#isClosedByService = true;
    this.response.destroy();
  }

  /** Breaks it off (RST). */
  reset(): void {
    this.#isClosedByService = true;
    this.response.socket?.resetAndDestroy();
  }
}
