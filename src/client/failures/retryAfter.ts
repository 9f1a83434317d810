/** A year, in seconds. Whoever asks for more means never. */
const MAX_SECONDS = 365 * 24 * 3600;

const DAY_NAME_PATTERN = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * The value of `Retry-After` in whole seconds (RFC 9110, section 10.2.3: a number of seconds or an HTTP date);
 * `undefined` if it is missing or invalid. A date is compared with the response's `Date` header, if visible, since this
 * machine's clock may be wrong.
 */
export function parseRetryAfterSeconds(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  // Several headers of this name are joined.
  const seconds = /^(\d+(?:\.\d+)?)\s*(?:,|$)/.exec(value)?.[1];
  if (seconds !== undefined) {
    return Math.min(MAX_SECONDS, Math.ceil(Number(seconds)));
  }
  const until = parseHttpDate(value);
  if (until === undefined) {
    return undefined;
  }
  const delayMs = until - (parseHttpDate(headers.get('date') ?? '') ?? now);
  return Math.min(MAX_SECONDS, Math.max(0, Math.ceil(delayMs / 1000)));
}

/** In ms since 1970. Requires the name of the day, since `Date.parse` alone accepts nearly anything. */
function parseHttpDate(text: string): number | undefined {
  if (!DAY_NAME_PATTERN.test(text)) {
    return undefined;
  }
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
