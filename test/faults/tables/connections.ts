import { type Faults, fault } from '../fault.ts';
import { NO_RESPONSE } from '../responses.ts';

/** Failures before the service responds. */
export const CONNECTION_FAULTS: Faults = {
  F09: fault('200 with the web page of a captive portal', () => ({
    type: 'http',
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: '<!DOCTYPE html>\n<html><head><title>Guest network</title></head><body><form action="/login"><p>Please sign in to use this network.</p><input name="room"><button>Sign in</button></form></body></html>\n',
  })),
  F12: fault(
    'The regular response without the headers that let a page of another origin read it',
    ({ connection }, next) => {
      connection.response.removeHeader('Access-Control-Allow-Origin');
      return next();
    },
  ),
  F22: fault('Closes the connection before the response head', ({ connection }) => {
    connection.close();
    return NO_RESPONSE;
  }),
  'F22.reset': fault('Resets the connection before the response head', ({ connection }) => {
    connection.reset();
    return NO_RESPONSE;
  }),
  F23: fault('Responds with keep-alive, then closes the connection', ({ connection }, next) => {
    // A finished response releases its socket, which may be kept alive for the next request.
    const { response, socket } = connection;
    response.once('finish', () => socket?.destroy());
    return next();
  }),
  'F23.reuse': {
    description: 'Resets each connection at its second request',
    begin() {
      const used = new WeakSet<object>();
      return ({ connection }, next) => {
        const { socket } = connection;
        if (socket && !used.has(socket)) {
          used.add(socket);
          return next();
        }
        connection.reset();
        return NO_RESPONSE;
      };
    },
  },
};
