/** One of the host's IP addresses has no route. The error for another of its addresses may be more specific. */
const NO_ROUTE_CODES = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL']);

/** Allows a slash: OpenSSL has `ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE`. */
const ERROR_CODE_PATTERN = /^[A-Z][A-Z0-9_/]{1,60}$/;

/** Maximum number of errors visited. */
const MAX_CAUSES = 12;

/**
 * An error, its causes, and the errors of an `AggregateError` among them, which Node.js throws with one error for each
 * IP address of the host that it tried.
 */
export function causesOf(error: unknown): readonly object[] {
  const causes: object[] = [];
  const visit = (value: unknown): void => {
    if (
      typeof value !== 'object' ||
      value === null ||
      causes.length === MAX_CAUSES ||
      causes.includes(value)
    ) {
      return;
    }
    causes.push(value);
    if ('errors' in value && Array.isArray(value.errors)) {
      value.errors.forEach(visit);
    }
    if ('cause' in value) {
      visit(value.cause);
    }
  };
  visit(error);
  return causes;
}

/** The first error code, preferring codes other than those of an IP address without a route. */
export function mostSpecificCode(causes: readonly object[]): string | undefined {
  const codes = causes.flatMap((cause) => {
    const code = 'code' in cause ? cause.code : undefined;
    return typeof code === 'string' && ERROR_CODE_PATTERN.test(code) ? [code] : [];
  });
  return codes.find((code) => !NO_ROUTE_CODES.has(code)) ?? codes[0];
}
