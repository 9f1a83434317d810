import { formatString, t } from './l10n.ts';

/** Maximum duration that is shown in seconds alone. */
const MAX_SECONDS_ONLY = 90;

/** Formats a duration in seconds or, if longer, in minutes and seconds. */
export function formatDuration(seconds: number): string {
  return seconds <= MAX_SECONDS_ONLY
    ? t('{0} s', seconds)
    : t('{0} min {1} s', Math.floor(seconds / 60), seconds % 60);
}

/** For example `duration.ts` for `src/duration.ts`. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

/** The localized day of `timestamp`, or `undefined` if `before` is on the same day. Both in ms since 1970. */
export function formatDayIfChanged(timestamp: number, before: number): string | undefined {
  const day = new Date(timestamp);
  return isSameDay(day, new Date(before)) ? undefined : formatIn({ dateStyle: 'full' }, day);
}

/** The localized time of day, preceded by the date unless it is today. `timestamp` is in ms since 1970. */
export function formatTime(timestamp: number, now: number = Date.now()): string {
  const time = new Date(timestamp);
  const isToday = isSameDay(time, new Date(now));
  return formatIn({ ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'short' }, time);
}

/** Start of a day of the local time zone, `daysBefore` days before that of `now`. All times in ms since 1970. */
export function startOfDay(daysBefore: number, now: number = Date.now()): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysBefore).getTime();
}

export function msUntilTomorrow(now: number = Date.now()): number {
  return startOfDay(-1, now) - now;
}

/** The localized time of day if `timestamp` is yesterday or today, else the date. `timestamp` is in ms since 1970. */
export function formatDayOrTime(timestamp: number, now: number = Date.now()): string {
  const isRecent = timestamp >= startOfDay(1, now);
  return formatIn(isRecent ? { timeStyle: 'short' } : { dateStyle: 'medium' }, new Date(timestamp));
}

/** The localized month with its year. `timestamp` is in ms since 1970. */
export function formatMonth(timestamp: number): string {
  return formatIn({ month: 'long', year: 'numeric' }, new Date(timestamp));
}

export function formatCount(count: number): string {
  return count.toLocaleString(document.documentElement.lang || undefined);
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Caches the formats: creating one takes longer than rendering the rest of a turn. */
function formatIn(options: Intl.DateTimeFormatOptions, date: Date): string {
  const language = document.documentElement.lang || undefined;
  const key = JSON.stringify([language, options]);
  const format = FORMATS.get(key) ?? new Intl.DateTimeFormat(language, options);
  FORMATS.set(key, format);
  return format.format(date);
}

/** Formats a count, such as "1 question" or "1,200 questions". */
export function formatPlural(count: number, one: string, many: string): string {
  return count === 1 ? one : formatString(many, formatCount(count));
}
