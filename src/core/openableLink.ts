/** Maximum length of a link, as in the panel's messages. */
export const MAX_LINK_CHARS = 2048;

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The normalized URL of a link in a reply if a click may open it. Returns `undefined` for any other, such as
 * `javascript:`, `command:`, `file:`, `http:` to another machine, or a URL with a user name, which can pass for the
 * host.
 */
export function openableLink(href: string): string | undefined {
  const url = URL.parse(href);
  return url !== null && canBeOpened(url) && url.href.length <= MAX_LINK_CHARS ? url.href : undefined;
}

function canBeOpened({ protocol, username, password, hostname }: URL): boolean {
  if (username !== '' || password !== '') {
    return false;
  }
  return (
    protocol === 'https:' || protocol === 'mailto:' || (protocol === 'http:' && LOOPBACK_HOST.test(hostname))
  );
}
