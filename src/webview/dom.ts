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

/** A line that a screen reader reads when its text changes: so it is always there, and takes no room while empty. */
export function statusLine(className = 'status'): HTMLElement {
  const line = element('div', className);
  line.setAttribute('role', 'status');
  return line;
}
