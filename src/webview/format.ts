import type { PanelStrings } from '../protocol/strings.ts';

/** A text of the panel with its `{0}`, `{1}` filled in. Values are never searched for further places. */
export function formatString(template: string, ...values: (string | number)[]): string {
  return template.replace(/\{(\d)\}/g, (place, index) => String(values[Number(index)] ?? place));
}

/** Up to this many seconds are counted in seconds alone. */
const MAX_SECONDS_ONLY = 90;

/** A time span as a person would say it: seconds, and minutes with seconds where there are many. */
export function formatDuration(seconds: number, strings: PanelStrings): string {
  return seconds <= MAX_SECONDS_ONLY
    ? formatString(strings.seconds, seconds)
    : formatString(strings.minutes, Math.floor(seconds / 60), seconds % 60);
}

/** `duration.ts` of `src/duration.ts`. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

/** The day as the reader's language writes it, where it is another than the one before; else nothing. ms since 1970. */
export function formatDayIfChanged(at: number, before: number): string | undefined {
  const day = new Date(at);
  return isSameDay(day, new Date(before)) ? undefined : formatIn({ dateStyle: 'full' }, day);
}

/** The time of day, as the reader's language writes it, with the date before it unless that is today's. ms since 1970. */
export function formatTime(at: number, now: number = Date.now()): string {
  const time = new Date(at);
  const isToday = isSameDay(time, new Date(now));
  return formatIn({ ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'short' }, time);
}

/** The time of day for yesterday and today, else the day. ms since 1970. */
export function formatDayOrTime(at: number, now: number = Date.now()): string {
  const day = new Date(now);
  const yesterday = new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1).getTime();
  return formatIn(at >= yesterday ? { timeStyle: 'short' } : { dateStyle: 'medium' }, new Date(at));
}

/** The month with its year. ms since 1970. */
export function formatMonth(at: number): string {
  return formatIn({ month: 'long', year: 'numeric' }, new Date(at));
}

/** A number as the reader's language writes it. */
export function formatCount(count: number): string {
  return count.toLocaleString(document.documentElement.lang || undefined);
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** In the reader's language. To make a format takes longer than to draw all else of a turn, so each is kept. */
function formatIn(options: Intl.DateTimeFormatOptions, date: Date): string {
  const language = document.documentElement.lang || undefined;
  const key = JSON.stringify([language, options]);
  const format = FORMATS.get(key) ?? new Intl.DateTimeFormat(language, options);
  FORMATS.set(key, format);
  return format.format(date);
}
