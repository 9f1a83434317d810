/** Longer addresses are no links that a person follows. The panel's messages have the same bound. Characters. */
export const MAX_LINK_CHARS = 2048;

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The address of a link in a reply, in its parsed form, if a click may open it; `undefined` for every other,
 * such as `javascript:`, `command:`, `file:`, `http:` to another machine, or one with a user name, which may look like
 * the host.
 */
export function openableLink(href: string): string | undefined {
  const address = URL.parse(href);
  return address !== null && canBeOpened(address) && address.href.length <= MAX_LINK_CHARS
    ? address.href
    : undefined;
}

function canBeOpened({ protocol, username, password, hostname }: URL): boolean {
  if (username !== '' || password !== '') {
    return false;
  }
  return (
    protocol === 'https:' || protocol === 'mailto:' || (protocol === 'http:' && LOOPBACK_HOST.test(hostname))
  );
}
