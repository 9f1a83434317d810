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

const WITHIN_A_LINE = new Set(['A', 'B', 'CODE', 'DEL', 'EM', 'I', 'S', 'SPAN', 'STRONG']);

/** Whether it stands within a line; whatever else there is begins a line of its own. */
export function isWithinLine({ nodeName }: Node): boolean {
  return WITHIN_A_LINE.has(nodeName);
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

/** @param isSeen unless only a screen reader has to be told, since it can be seen elsewhere */
export function setStatus(line: HTMLElement, text: string, isSeen = true): void {
  line.classList.toggle('visually-hidden', !isSeen);
  line.textContent = text;
}
