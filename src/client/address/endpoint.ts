import { VERSION_PATH } from '../../contract/routes.ts';
import { withoutPastedMarks } from './pastedText.ts';

/** The URL of a service. Only `parseBaseUrl` creates one, so it is always validated. */
export interface Endpoint {
  /** Canonical: lower-case host, no default port, no empty path segment, ends in the version path. */
  baseUrl: string;
  /** Scheme, host and port. A key is only sent to the origin it was entered for. */
  origin: string;
}

export type EndpointError =
  | 'empty'
  | 'notAnAddress'
  /** A host without `https://`. */
  | 'missingScheme'
  /** Contains a placeholder such as `${host}`. */
  | 'hasPlaceholder'
  /** `fetch` never connects to the port. */
  | 'blockedPort'
  | 'notHttps'
  | 'hasUserInfo'
  | 'hasQueryOrFragment'
  | 'missingVersionPath';

type BaseUrlResult =
  | { ok: true; endpoint: Endpoint }
  /** `suggestion`: with `missingScheme` and `missingVersionPath`, the completed URL, which is accepted. */
  | { ok: false; error: EndpointError; suggestion?: string };

/** Rejects what the URL parser silently repairs, such as `https:host` and `https://host\path`. */
const ABSOLUTE_URL_PATTERN = /^[a-z][a-z0-9+.-]*:\/\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$/iu;
/** Placeholders such as `${host}` or `<host>`, some of which the URL parser accepts as a host name. */
const PLACEHOLDER_PATTERN = /[${}<>]|%7b|%7d/i;
/** A scheme, as opposed to a host and its port. */
const SCHEME_PATTERN = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** The ports that `fetch` blocks (Fetch standard, Port blocking). */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103],
  ...[
    104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514,
  ],
  ...[515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723],
  ...[2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/**
 * The hosts that VS Code never asks `http.proxy` for. To any other one, such as 127.0.0.2 or a subdomain of localhost,
 * a proxy would read the key of a request without TLS.
 */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Parses a base URL as typed by the user. Accepts only `https:`, or `http:` for a loopback host (service interface:
 * Authentication, 4). Ignores what is pasted along with a URL, and empty path segments.
 */
export function parseBaseUrl(text: string): BaseUrlResult {
  const input = withoutPastedMarks(text);
  if (input === '') {
    return { ok: false, error: 'empty' };
  }
  if (PLACEHOLDER_PATTERN.test(input)) {
    return { ok: false, error: 'hasPlaceholder' };
  }
  const url = ABSOLUTE_URL_PATTERN.test(input) ? URL.parse(input) : null;
  if (url === null) {
    return withScheme(input);
  }
  if (url.port !== '' && BLOCKED_PORTS.has(Number(url.port))) {
    return { ok: false, error: 'blockedPort' };
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return { ok: false, error: 'notHttps' };
  }
  // Checked in the input, since the parser drops an empty user name, query or fragment.
  const authority = input.split(/[/?#]/)[2] ?? '';
  if (authority.includes('@')) {
    return { ok: false, error: 'hasUserInfo' };
  }
  if (/[?#]/.test(input)) {
    return { ok: false, error: 'hasQueryOrFragment' };
  }
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  if (!path.endsWith(VERSION_PATH)) {
    return { ok: false, error: 'missingVersionPath', suggestion: url.origin + withVersionPath(path) };
  }
  return { ok: true, endpoint: { baseUrl: url.origin + path, origin: url.origin } };
}

/** Host and port, as shown to the user. The port is omitted if it is the default one. */
export function hostOf(endpoint: Endpoint): string {
  return new URL(endpoint.origin).host;
}

/** @param hostname from a parsed URL, in which other spellings of an IPv4 address (`127.1`, `0x7f.1`) are normalized */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname);
}

/** Completes a host, with or without a path, with `https://`. A loopback host, where TLS is rare, gets `http://`. */
function withScheme(input: string): BaseUrlResult {
  const completed = SCHEME_PATTERN.test(input) ? undefined : `https://${input}`;
  const url = completed !== undefined && ABSOLUTE_URL_PATTERN.test(completed) ? URL.parse(completed) : null;
  // A single word is no address yet.
  if (url === null || !(isLoopback(url.hostname) || /^[^/]*[.:]/.test(input))) {
    return { ok: false, error: 'notAnAddress' };
  }
  const check = parseBaseUrl(`${isLoopback(url.hostname) ? 'http' : 'https'}://${input}`);
  const suggestion = check.ok ? check.endpoint.baseUrl : check.suggestion;
  return suggestion === undefined ? check : { ok: false, error: 'missingScheme', suggestion };
}

/**
 * `/api/v1/chat` and `/API/V1` become `/api/v1`, `/api` is completed, and the version path is appended to any other path.
 */
function withVersionPath(path: string): string {
  const index = `${path}/`.toLowerCase().indexOf(`${VERSION_PATH}/`);
  if (index >= 0) {
    return path.slice(0, index) + VERSION_PATH;
  }
  const [, firstSegment = ''] = VERSION_PATH.split('/');
  return path.toLowerCase().endsWith(`/${firstSegment}`)
    ? path.slice(0, -firstSegment.length - 1) + VERSION_PATH
    : path + VERSION_PATH;
}
