import type { Endpoint } from '../address/endpoint.ts';

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Redirects that preserve the method and the body (RFC 9110, section 15.4). */
const METHOD_PRESERVING_STATUSES = new Set([307, 308]);

export type RedirectTarget =
  | { type: 'none' }
  /** The same request may be sent to this URL, since it is below the base URL. */
  | { type: 'followed'; url: string }
  /** Must not be followed. `target`, if visible, is its origin or, at the origin of the service, its URL without query. */
  | { type: 'refused'; target?: string };

/** A slash or a backslash that a server may decode before it resolves `..`. */
const ENCODED_SEPARATOR_PATTERN = /%(?:2f|5c)/i;

/**
 * Whether a response is a redirect that may be followed. The key is sent only below the base URL: never to another
 * origin, which is another scheme, host, subdomain or port, and never to another path, where something else may run. In
 * a browser the target is not visible, so redirects are always refused there.
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
  const isServiceOrigin = target.origin === endpoint.origin;
  const isBelowBaseUrl =
    isServiceOrigin &&
    target.pathname.startsWith(`${new URL(endpoint.baseUrl).pathname}/`) &&
    !ENCODED_SEPARATOR_PATTERN.test(target.pathname);
  const hasUserInfo = target.username !== '' || target.password !== '';
  if (isBelowBaseUrl && !hasUserInfo && METHOD_PRESERVING_STATUSES.has(response.status)) {
    return { type: 'followed', url: target.href };
  }
  return target.origin === 'null'
    ? { type: 'refused' }
    : { type: 'refused', target: isServiceOrigin ? target.origin + target.pathname : target.origin };
}
