import type { Endpoint } from '../address/endpoint.ts';

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Those that keep the method and the body (RFC 9110, 15.4). */
const METHOD_PRESERVING_STATUSES = new Set([307, 308]);

export type RedirectTarget =
  | { type: 'none' }
  /** The same request may be sent here: it is the origin that the key is meant for. */
  | { type: 'sameOrigin'; url: string }
  /** Not to be followed; `origin` where the answer shows it. */
  | { type: 'refused'; origin?: string };

/**
 * Where an answer sends the client. Another scheme, host, sub-domain or port is another origin, and the key
 * does not go there. In a browser the answer to a redirect shows nothing, so there it is always refused.
 */
export function redirectTarget(response: Response, url: string, endpoint: Endpoint): RedirectTarget {
  if (response.type === 'opaqueredirect') {
    return { type: 'refused' };
  }
  if (!REDIRECT_STATUSES.has(response.status)) {
    return { type: 'none' };
  }
  const location = response.headers.get('location') ?? '';
  const target = location === '' ? null : URL.parse(location, url);
  if (target === null) {
    return { type: 'refused' };
  }
  const isPlain = target.username === '' && target.password === '';
  return target.origin === endpoint.origin && isPlain && METHOD_PRESERVING_STATUSES.has(response.status)
    ? { type: 'sameOrigin', url: target.href }
    : { type: 'refused', ...(target.origin !== 'null' && { origin: target.origin }) };
}
