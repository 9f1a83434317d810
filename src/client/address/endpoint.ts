import { VERSION_PATH } from '../../contract/routes.ts';

/** Where a service is. Made by `parseBaseUrl` alone, so that whatever holds one holds a checked address. */
export interface Endpoint {
  /** Canonical: lower-case host, no default port, no trailing slash, ends in the version path. */
  baseUrl: string;
  /** Scheme, host and port: what a key is bound to. */
  origin: string;
}

export type EndpointError =
  | 'empty'
  | 'notAnAddress'
  /** Something in it, such as `${host}`, was to be replaced. */
  | 'hasPlaceholder'
  /** Nothing can listen at port 0. */
  | 'noPort'
  | 'notHttps'
  | 'hasUserInfo'
  | 'hasQueryOrFragment'
  | 'missingVersionPath';

type BaseUrlResult =
  | { ok: true; endpoint: Endpoint }
  /** `suggestion` comes with `missingVersionPath`: the whole address with the version path in its place. */
  | { ok: false; error: EndpointError; suggestion?: string };

/** What the URL parser silently repairs, and a person would not have meant: `https:host`, `https://host\path`. */
const ABSOLUTE_URL_PATTERN = /^[a-z][a-z0-9+.-]*:\/\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$/iu;
/** Of a variable that was not replaced, as `${host}` or `<host>`: the URL parser takes some of them for a name. */
const PLACEHOLDER_PATTERN = /[${}<>]|%7b|%7d/i;
const IPV4_LOOPBACK_PATTERN = /^127\.\d+\.\d+\.\d+$/;

/**
 * Reads the address of a service as a person typed it. Only `https:` is taken, and `http:` for this machine
 * itself (service interface: Authentication, 4). White space around it and slashes at its end are forgiven.
 */
export function parseBaseUrl(text: string): BaseUrlResult {
  const written = text.trim();
  if (written === '') {
    return { ok: false, error: 'empty' };
  }
  if (PLACEHOLDER_PATTERN.test(written)) {
    return { ok: false, error: 'hasPlaceholder' };
  }
  const url = ABSOLUTE_URL_PATTERN.test(written) ? URL.parse(written) : null;
  if (url === null) {
    return { ok: false, error: 'notAnAddress' };
  }
  if (url.port === '0') {
    return { ok: false, error: 'noPort' };
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return { ok: false, error: 'notHttps' };
  }
  // The parser drops an empty user name, query or fragment, so these three look at what was written.
  const authority = written.split(/[/?#]/)[2] ?? '';
  if (authority.includes('@')) {
    return { ok: false, error: 'hasUserInfo' };
  }
  if (/[?#]/.test(written)) {
    return { ok: false, error: 'hasQueryOrFragment' };
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith(VERSION_PATH)) {
    return { ok: false, error: 'missingVersionPath', suggestion: url.origin + withVersionPath(path) };
  }
  return { ok: true, endpoint: { baseUrl: url.origin + path, origin: url.origin } };
}

/** The host and port of an address, as people are told it. */
export function hostOf(endpoint: Endpoint): string {
  return new URL(endpoint.origin).host;
}

/** The parser has already turned other spellings of an IPv4 address (`127.1`, `0x7f.1`) into four numbers. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    IPV4_LOOPBACK_PATTERN.test(hostname)
  );
}

/** `/api/v1/chat` is cut to `/api/v1`, `/api` is completed, and to anything else the version path is added. */
function withVersionPath(path: string): string {
  const inside = path.indexOf(`${VERSION_PATH}/`);
  if (inside >= 0) {
    return path.slice(0, inside) + VERSION_PATH;
  }
  const [, first = ''] = VERSION_PATH.split('/');
  return path.endsWith(`/${first}`) ? path.slice(0, -first.length - 1) + VERSION_PATH : path + VERSION_PATH;
}
