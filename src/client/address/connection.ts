import type { Endpoint } from './endpoint.ts';

/** A service and the API key for it. Not stored: made for each request, so that the key is in memory only that long. */
export interface Connection {
  endpoint: Endpoint;
  apiKey: string;
}

/**
 * The visible characters that a header value can contain (RFC 9110, section 5.5): Latin-1 without the soft hyphen, and
 * without spaces, which a bearer token can't contain (RFC 6750, section 2.1).
 */
const HEADER_SAFE_KEY_PATTERN = /^[\x21-\x7e\xa1-\xac\xae-\xff]+$/;

/**
 * Why a key can't be sent, in a sentence that does not quote it; `undefined` if it can. Must be called before the key
 * is put into a header, since the error that `fetch` would throw quotes the value.
 */
export function apiKeyError(apiKey: string): string | undefined {
  if (apiKey.trim() === '') {
    return 'The API key is empty';
  }
  return HEADER_SAFE_KEY_PATTERN.test(apiKey)
    ? undefined
    : 'The API key contains a space, a line break, or another invalid character';
}
