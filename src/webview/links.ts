const OPENED_PROTOCOLS: readonly string[] = ['https:', 'mailto:'];
/** The protocol's bound for `openLink`. Characters. */
const MAX_LINK_LENGTH = 2048;

/** The address that a click may ask the host to open, in its parsed form; `undefined` for any other. */
export function openableAddress(href: string): string | undefined {
  const address = URL.parse(href);
  return address !== null &&
    OPENED_PROTOCOLS.includes(address.protocol) &&
    address.href.length <= MAX_LINK_LENGTH
    ? address.href
    : undefined;
}

/**
 * Gives clicks on links below `root` to `open` and keeps them from everyone else: VS Code's own page opens the
 * target of any link whose click reaches the document, whatever its scheme.
 */
export function interceptLinks(root: HTMLElement, open: (href: string) => void): void {
  const intercept = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link !== null) {
      event.preventDefault();
      event.stopPropagation();
      if (event.type === 'click') {
        open(link.href);
      }
    }
  };
  root.addEventListener('click', intercept);
  root.addEventListener('auxclick', intercept);
}
