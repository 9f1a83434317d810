import { cutText } from '../../base/characterEnd.ts';

/** In UTF-16 code units. */
const MAX_TITLE_CHARS = 80;

/** Excludes `<` inside the tag, so that matching takes linear time even on a page of many unclosed tags. */
const TITLE_PATTERN = /<title[^<>]*>([^<]*)/i;

/** The title of a web page, the only part of a page that is ever quoted. */
export function pageTitle(html: string): string | undefined {
  const title = TITLE_PATTERN.exec(html)?.[1]?.trim();
  return title === '' ? undefined : title;
}

/** Detail for the user when the response is a web page instead of a reply. */
export function describePage(html: string): string {
  const title = pageTitle(html);
  const page = title === undefined ? 'A web page' : `A web page ("${cutText(title, MAX_TITLE_CHARS)}")`;
  return `${page} responded instead of the service; it may be a network sign-in page`;
}
