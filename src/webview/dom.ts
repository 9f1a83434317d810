/** An element with its classes and children: the one way in which the panel makes elements. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className !== '') {
    made.className = className;
  }
  made.append(...children);
  return made;
}

/** Code within a sentence: from left to right in any, and without a say in which way the sentence reads. */
export function inlineCode(...children: (Node | string)[]): HTMLElement {
  const made = element('code', '', ...children);
  made.dir = 'ltr';
  return made;
}

/** Calls `work` whenever the page may be about to go, or its reader about to look elsewhere. */
export function onLeaving(work: () => void): void {
  window.addEventListener('blur', work);
  window.addEventListener('pagehide', work);
  document.addEventListener('visibilitychange', work);
}

/** A line that a screen reader reads when its text changes: so it is always there, and takes no room while empty. */
export function statusLine(className = 'status'): HTMLElement {
  const line = element('div', className);
  line.role = 'status';
  return line;
}
