import { element } from './dom.ts';

/** The icons of the panel. Each has its code point in media/icons.css. */
export type IconName =
  | 'add'
  | 'arrow-down'
  | 'arrow-up'
  | 'beaker'
  | 'book'
  | 'bug'
  | 'case-sensitive'
  | 'check'
  | 'chevron-down'
  | 'clockface'
  | 'close'
  | 'code'
  | 'comment'
  | 'comment-discussion'
  | 'copy'
  | 'diff'
  | 'ellipsis'
  | 'error'
  | 'file'
  | 'folder'
  | 'info'
  | 'insert'
  | 'plug'
  | 'replace'
  | 'send'
  | 'debug-stop'
  | 'discard'
  | 'edit'
  | 'loading'
  | 'lock'
  | 'pin'
  | 'pinned'
  | 'symbol-method'
  | 'terminal'
  | 'trash'
  | 'warning';

/** An icon as decoration: what it means stands in the text or the name of the element around it. */
export function icon(name: IconName): HTMLElement {
  const drawn = element('span', '');
  drawn.setAttribute('aria-hidden', 'true');
  setIcon(drawn, name);
  return drawn;
}

export function setIcon(drawn: HTMLElement, name: IconName): void {
  drawn.className = `icon icon-${name}`;
}
