/** Creates an element with classes and children. The panel creates all its HTML elements with it. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (className !== '') {
    created.className = className;
  }
  created.append(...children);
  return created;
}

/** An element that stands in the page's own HTML (`protocol/panelPage.ts`). */
export function elementOfPage<Type extends HTMLElement>(selector: string): Type {
  const found = document.querySelector<Type>(selector);
  if (found === null) {
    throw new Error(`The page has no ${selector}`);
  }
  return found;
}

/** Replaces the children if they differ: with them would go a selection, or a press that is not a click yet. */
export function setChildren(parent: Element, ...children: (Node | string)[]): void {
  const wanted = document.createElement('div');
  wanted.append(...children);
  const before = [...parent.childNodes];
  const isSame =
    before.length === wanted.childNodes.length &&
    before.every((child, index) => child.isEqualNode(wanted.childNodes[index] ?? null));
  if (!isSame) {
    parent.replaceChildren(...wanted.childNodes);
  }
}

/** Code within a sentence: left to right, and ignored when the sentence's `dir="auto"` is resolved. */
export function inlineCode(...children: (Node | string)[]): HTMLElement {
  const code = element('code', '', ...children);
  code.dir = 'ltr';
  return code;
}

export function isTextField(target: unknown): target is HTMLTextAreaElement | HTMLInputElement {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

const INLINE_TAGS = new Set(['A', 'B', 'CODE', 'DEL', 'EM', 'I', 'KBD', 'S', 'SPAN', 'STRONG', 'SUB', 'SUP']);

/** Whether the node flows within a line. All other nodes start on a new line. */
export function isInline({ nodeName }: Node): boolean {
  return INLINE_TAGS.has(nodeName);
}

/** Opens all details that hide a node. */
export function openDetailsAround(node: Node): void {
  for (let around = node.parentElement; around !== null; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement && !around.querySelector(':scope > summary')?.contains(node)) {
      around.open = true;
    }
  }
}

/** Calls the listener when the page loses the focus, is hidden, is shown again, or unloads. */
export function listenForBlurOrHide(listener: () => void): void {
  window.addEventListener('blur', listener);
  window.addEventListener('pagehide', listener);
  document.addEventListener('visibilitychange', listener);
}

/**
 * Live region, whose changes a screen reader announces. It must be in the page before its text changes, so it takes no
 * space while empty.
 */
export function statusLine(className = 'status'): HTMLElement {
  const line = element('div', className);
  line.role = 'status';
  return line;
}

/**
 * Sets the text of a line that may be hidden for what another action said.
 * @param isVisible false if the text is only for screen readers, since it is already visible elsewhere
 * @returns a function that removes the text, unless another one was set since
 */
export function setStatus(
  line: HTMLElement,
  text: string | readonly ChildNode[],
  isVisible = true,
): () => void {
  const nodes = typeof text !== 'string' ? text : text === '' ? [] : [new Text(text)];
  line.classList.toggle('visually-hidden', !isVisible);
  line.replaceChildren(...nodes);
  return () => {
    for (const node of nodes) {
      node.remove();
    }
  };
}
