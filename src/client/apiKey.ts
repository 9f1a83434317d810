/** What a header value can carry (RFC 9110, 5.5): visible Latin-1 characters and spaces between them. */
const FITS_A_HEADER = /^[\x20-\x7e\xa0-\xff]+$/;

/**
 * Why a key cannot be sent at all, in a sentence that does not quote it; `undefined` where it can. Asked before
 * the key comes near a header, since the error that `fetch` would throw quotes the value.
 */
export function keyProblem(apiKey: string): string | undefined {
  if (apiKey.trim() === '') {
    return 'The API key is empty';
  }
  return FITS_A_HEADER.test(apiKey)
    ? undefined
    : 'The API key contains a line break or another character that a key cannot have';
}
