const LOOPBACK_HOST_PATTERN = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

/**
 * Whether a `Host` header names this machine. The service listens on the loopback interface only, but a page could point
 * a host name of its own there (DNS rebinding).
 */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST_PATTERN.test(host);
}
