import type { ServerResponse } from 'node:http';
import { AUTHORIZATION_HEADER } from '../../contract/routes.ts';

/**
 * Lets pages of any origin call the service: VS Code in a browser sends its requests from one. What protects
 * the service is the key, which a page has to know. Source: the Fetch standard, "CORS protocol".
 */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After',
};

export function allowAnyOrigin(response: ServerResponse): void {
  for (const [name, value] of Object.entries(CORS_HEADERS)) {
    response.setHeader(name, value);
  }
}

/** The answer to the question that a browser asks before the request itself. */
export function sendPreflightResponse(response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': `${AUTHORIZATION_HEADER}, Content-Type`,
    // Asked for when a public page calls an address of the reader's own machine.
    'Access-Control-Allow-Private-Network': 'true',
    'Access-Control-Max-Age': '600',
  });
  response.end();
}
