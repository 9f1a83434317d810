/** Errors that say that one of the host's addresses leads nowhere: another address may tell more. */
const NO_ROUTE_CODES = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL']);

/** With a slash too: OpenSSL has `ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE`. */
const ERROR_CODE_PATTERN = /^[A-Z][A-Z0-9_/]{1,60}$/;

/** How many errors are looked at. */
const MAX_CAUSES = 12;

/**
 * An error, its causes, and the errors that one of them sums up: Node.js tries all addresses of a host and
 * throws an `AggregateError` of what came of each.
 */
export function causesOf(error: unknown): readonly object[] {
  const found: object[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || found.length === MAX_CAUSES || found.includes(value)) {
      return;
    }
    found.push(value);
    if ('errors' in value && Array.isArray(value.errors)) {
      value.errors.forEach(visit);
    }
    if ('cause' in value) {
      visit(value.cause);
    }
  };
  visit(error);
  return found;
}

/** The code that tells most: the first, but that of an address that leads somewhere before others. */
export function mostSpecificCode(causes: readonly object[]): string | undefined {
  const codes = causes.flatMap((cause) => {
    const code = 'code' in cause ? cause.code : undefined;
    return typeof code === 'string' && ERROR_CODE_PATTERN.test(code) ? [code] : [];
  });
  return codes.find((code) => !NO_ROUTE_CODES.has(code)) ?? codes[0];
}
