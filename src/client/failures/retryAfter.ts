const DAY_NAME_PATTERN = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * The wait in whole seconds that a `Retry-After` header asks for (RFC 9110, 10.2.3: a number of seconds or an
 * HTTP date); `undefined` for none or a senseless one. A date is compared with the service's own `Date`, where
 * that is visible, since this machine's clock may be wrong.
 */
export function parseRetryAfterSeconds(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d+)?$/.test(value)) {
    return Math.ceil(Number(value));
  }
  const until = parseHttpDate(value);
  if (until === undefined) {
    return undefined;
  }
  return Math.max(0, Math.ceil((until - (parseHttpDate(headers.get('date') ?? '') ?? now)) / 1000));
}

/** ms since 1970. `Date.parse` alone takes nearly anything for a date, so the day's name is insisted on. */
function parseHttpDate(text: string): number | undefined {
  if (!DAY_NAME_PATTERN.test(text)) {
    return undefined;
  }
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
