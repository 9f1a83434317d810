import type { ServerResponse } from 'node:http';
import { AUTHORIZATION_HEADER } from '../../contract/routes.ts';

/**
 * Allows pages of any origin, because VS Code in a browser sends its requests from one. The API key protects the
 * service. Source: Fetch standard, "CORS protocol".
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

/** Responds to a CORS preflight request. */
export function sendPreflightResponse(response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': `${AUTHORIZATION_HEADER}, Content-Type`,
    // Chromium requests this when a public page accesses a private address (Private Network Access).
    'Access-Control-Allow-Private-Network': 'true',
    'Access-Control-Max-Age': '600',
  });
  response.end();
}
