import type { Endpoint } from './endpoint.ts';

/** A service and the key that the user entered for it. The key lives here only for the time of a request. */
export interface Connection {
  endpoint: Endpoint;
  apiKey: string;
}

/**
 * Of what a header value can carry (RFC 9110, 5.5) what can be seen: Latin-1 without spaces, which no bearer token
 * holds (RFC 6750, 2.1), and without the soft hyphen.
 */
const HEADER_SAFE_KEY_PATTERN = /^[\x21-\x7e\xa1-\xac\xae-\xff]+$/;

/**
 * Why a key cannot be sent at all, in a sentence that does not quote it; `undefined` where it can. Asked before
 * the key comes near a header, since the error that `fetch` would throw quotes the value.
 */
export function apiKeyError(apiKey: string): string | undefined {
  if (apiKey.trim() === '') {
    return 'The API key is empty';
  }
  return HEADER_SAFE_KEY_PATTERN.test(apiKey)
    ? undefined
    : 'The API key contains a space, a line break, or another invalid character';
}
