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

const INLINE_TAGS = new Set(['A', 'B', 'CODE', 'DEL', 'EM', 'I', 'S', 'SPAN', 'STRONG']);

/** Whether it stands within a line; whatever else there is begins a line of its own. */
export function isInline({ nodeName }: Node): boolean {
  return INLINE_TAGS.has(nodeName);
}

/** Calls `work` whenever the page may be about to go, or its reader about to look elsewhere. */
export function listenForBlurOrHide(listener: () => void): void {
  window.addEventListener('blur', listener);
  window.addEventListener('pagehide', listener);
  document.addEventListener('visibilitychange', listener);
}

/** A line that a screen reader reads when its text changes: so it is always there, and takes no room while empty. */
export function statusLine(className = 'status'): HTMLElement {
  const line = element('div', className);
  line.role = 'status';
  return line;
}

/** @param isVisible unless only a screen reader has to be told, since it can be seen elsewhere */
export function setStatus(line: HTMLElement, text: string, isVisible = true): void {
  line.classList.toggle('visually-hidden', !isVisible);
  line.textContent = text;
}
