import type { Endpoint } from '../address/endpoint.ts';

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Redirects that preserve the method and the body (RFC 9110, section 15.4). */
const METHOD_PRESERVING_STATUSES = new Set([307, 308]);

export type RedirectTarget =
  | { type: 'none' }
  /** The same request may be sent to this URL, since the key belongs to its origin. */
  | { type: 'sameOrigin'; url: string }
  /** Must not be followed. `origin` is the target's, if visible. */
  | { type: 'refused'; origin?: string };

/**
 * Whether a response is a redirect that may be followed. The key is never sent to another origin, which is another
 * scheme, host, subdomain or port. In a browser the target is not visible, so redirects are always refused there.
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
  const hasNoUserInfo = target.username === '' && target.password === '';
  return target.origin === endpoint.origin && hasNoUserInfo && METHOD_PRESERVING_STATUSES.has(response.status)
    ? { type: 'sameOrigin', url: target.href }
    : { type: 'refused', ...(target.origin !== 'null' && { origin: target.origin }) };
}
