/** No tag begins inside a tag: so a page of many unclosed ones is still looked through in linear time. */
const TITLE_PATTERN = /<title[^<>]*>([^<]*)/i;

/** The text of a web page's title, the only part of a page that is ever quoted. */
export function pageTitle(html: string): string | undefined {
  const title = TITLE_PATTERN.exec(html)?.[1]?.trim();
  return title === '' ? undefined : title;
}

/** What a person is told when a web page came in place of a reply. */
export function describePage(html: string): string {
  const title = pageTitle(html);
  const page = title === undefined ? 'A web page' : `A web page ("${title.slice(0, 80)}")`;
  return `${page} responded instead of the service; it may be a network sign-in page`;
}
