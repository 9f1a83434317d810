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
