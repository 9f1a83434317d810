import type { Connection } from './connection.ts';

/** Digits of the digest that are kept: 96 bits, so that no two keys meet and none can be got back. */
const DIGITS = 24;

/** The one scope where digests can't be made: a page that was not loaded securely has no `crypto.subtle`. */
const ONLY_SCOPE = 'all';

/** Whether scopes can be told apart here. */
export function canTellScopes(): boolean {
  return subtle() !== undefined;
}

/**
 * What requests with the same key to the same address have in common: the service counts them together
 * (service interface: Limits). Fit for a file name, and says nothing of key and address.
 */
export async function limitScope({ endpoint, apiKey }: Connection): Promise<string> {
  const text = new TextEncoder().encode(`${endpoint.origin}\n${apiKey}`);
  const digest = await subtle()?.digest('SHA-256', text);
  if (digest === undefined) {
    return ONLY_SCOPE;
  }
  const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return digits.join('').slice(0, DIGITS);
}

function subtle(): SubtleCrypto | undefined {
  return (globalThis.crypto as Crypto | undefined)?.subtle;
}
