import { subscribe } from 'node:diagnostics_channel';

/** Where undici, of which VS Code's `fetch` consists, reports a connection that could not be made, before it reacts. */
const CHANNEL = 'undici:client:connectError';

interface ConnectError {
  connectParams: { protocol: string; host: string };
  error: { code?: unknown };
}

/** Origins of all requests. Those of other extensions are left alone. */
const origins = new Set<string>();

/**
 * `fetch`, which VS Code sends by the user's proxy. If the proxy closes the connection after CONNECT, undici would
 * connect again without a pause, hundreds of times a second, and go on even after the request was aborted. It gives up
 * only for another code than that of its own error, so the error gets one, which names the cause.
 */
export const fetchByProxy: typeof fetch = (input, init) => {
  if (origins.size === 0) {
    subscribe(CHANNEL, (message) => {
      const { connectParams, error } = message as ConnectError;
      const isOurs = origins.has(`${connectParams.protocol}//${connectParams.host}`);
      // Only of a proxy: a connection to a service fails with an error of the system or of TLS.
      if (isOurs && error.code === 'UND_ERR_SOCKET') {
        error.code = 'ERR_PROXY_CLOSED';
      }
    });
  }
  origins.add(new URL(input instanceof Request ? input.url : input).origin);
  return fetch(input, init);
};
