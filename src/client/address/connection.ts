import type { Endpoint } from './endpoint.ts';

/** A service and the key that the user entered for it. The key lives here only for the time of a request. */
export interface Connection {
  endpoint: Endpoint;
  apiKey: string;
}
