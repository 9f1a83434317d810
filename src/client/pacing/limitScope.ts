import type { Connection } from '../address/connection.ts';

/** Digits of the digest that are kept: 96 bits, so that no two keys meet and none can be got back. */
const DIGITS = 24;

/**
 * What requests with the same key to the same address have in common: the service counts them together
 * (service interface: Limits). Fit for a file name, and says nothing of key and address.
 */
export async function limitScope({ endpoint, apiKey }: Connection): Promise<string> {
  const text = new TextEncoder().encode(`${endpoint.origin}\n${apiKey}`);
  // A page that was not loaded securely has no `crypto.subtle`, but VS Code shows no webviews there either.
  const digest = await crypto.subtle.digest('SHA-256', text);
  const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return digits.join('').slice(0, DIGITS);
}
