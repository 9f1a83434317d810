import { element } from './dom.ts';

/** Each icon has its code point in media/icons.css. */
export type IconName =
  | 'add'
  | 'git-pull-request-go-to-changes'
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
  | 'lightbulb'
  | 'plug'
  | 'refresh'
  | 'replace'
  | 'report'
  | 'send'
  | 'debug-stop'
  | 'discard'
  | 'edit'
  | 'loading'
  | 'lock'
  | 'new-file'
  | 'pin'
  | 'pinned'
  | 'preview'
  | 'symbol-method'
  | 'terminal'
  | 'trash'
  | 'warning';

/** Creates a decorative icon. The text or name of the surrounding element says what it means. */
export function icon(name: IconName): HTMLElement {
  const iconElement = element('span', '');
  iconElement.setAttribute('aria-hidden', 'true');
  setIcon(iconElement, name);
  return iconElement;
}

export function setIcon(iconElement: HTMLElement, name: IconName): void {
  iconElement.className = `icon icon-${name}`;
}
