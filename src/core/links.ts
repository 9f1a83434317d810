const OPENED_PROTOCOLS: readonly string[] = ['https:', 'mailto:'];

/** Longer addresses are no links that a person follows. The panel's messages have the same bound. Characters. */
export const MAX_ADDRESS_LENGTH = 2048;

/**
 * The address of a link in a reply, in its parsed form, if a click may open it; `undefined` for every other,
 * such as `javascript:`, `command:`, `file:` or plain `http:`.
 */
export function openableAddress(href: string): string | undefined {
  const address = URL.parse(href);
  return address !== null &&
    OPENED_PROTOCOLS.includes(address.protocol) &&
    address.href.length <= MAX_ADDRESS_LENGTH
    ? address.href
    : undefined;
}
