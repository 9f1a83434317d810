import { element } from '../dom.ts';
import { formulaSourceOf } from '../markdown/formulaRenderer.ts';
import { originalTextOf } from '../visibleNodes.ts';
import { toPlainText } from './toPlainText.ts';

/**
 * Copies selected questions and replies as plain text and simple HTML, without buttons, language names, status lines
 * and text for screen readers. The browser copies everything else.
 * @param turns contains the questions and replies
 */
export function listenForCopy(turns: Element): void {
  document.addEventListener('copy', (event) => {
    const { target, clipboardData } = event;
    const selection = document.getSelection();
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (isField || clipboardData === null || selection === null || selection.isCollapsed) {
      return;
    }
    const nodes = turns.checkVisibility({ visibilityProperty: true })
      ? copySelectedNodes(selection.getRangeAt(0), turns)
      : [];
    if (nodes.some(({ textContent }) => textContent !== '')) {
      clipboardData.setData('text/plain', toPlainText(nodes));
      clipboardData.setData('text/html', element('div', '', ...nodes).getHTML());
      event.preventDefault();
    }
  });
}

/** Elements that are copied without their classes. Of all others only the content is copied. */
const PLAIN_TAGS = [
  ...['p', 'ul', 'li', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'hr'],
  ...['strong', 'em', 's', 'br', 'kbd', 'sub', 'sup'],
] as const satisfies readonly (keyof HTMLElementTagNameMap)[];
/** Restores the ranks of headings, which the panel lowers. */
const HEADINGS = { H3: 'h1', H4: 'h2', H5: 'h3', H6: 'h4' } as const satisfies Record<
  string,
  keyof HTMLElementTagNameMap
>;
/** Parts of the panel that don't belong to the text. */
const UI_SELECTOR = 'button:not(.footnote-reference), .visually-hidden, .plain-text-note, [hidden]';
/** A selection inside one of these contains items or rows, which are copied with their list or table. */
const LIST_SELECTOR = 'ol, ul';
const TABLE_SELECTOR = '.table, table, thead, tbody, tr';

/**
 * Copies the selected text of questions and replies into simple elements without classes. If only part of a block is
 * selected, the copy has no block around it.
 * @param turns contains the questions and replies
 */
function copySelectedNodes(range: Range, turns: Element): Node[] {
  const copier = new Copier(range);
  const common = range.commonAncestorContainer;
  const inner = common instanceof Element ? common : common.parentElement;
  const text = inner?.closest('.markdown, .question-text');
  if (inner && text && turns.contains(text)) {
    return copier.copyPart(inner);
  }
  return [...turns.querySelectorAll('.markdown:not(.code *), .question-text')].flatMap((content) =>
    copier.copyContent(content),
  );
}

class Copier {
  readonly #range: Range;

  constructor(range: Range) {
    this.#range = range;
  }

  /** Copies the selected part of a question or reply. */
  copyContent(content: Element): Node[] {
    const nodes = this.#copy(content, false);
    return content.matches('.question-text') && nodes.length > 0 ? [element('p', '', ...nodes)] : nodes;
  }

  /** Copies a selection that is completely inside `inner`. */
  copyPart(inner: Element): Node[] {
    const owner =
      inner.closest('.code:not(.rendered), code, .plain-text, .formula.drawn') ??
      (inner.matches(TABLE_SELECTOR)
        ? (inner.closest('table') ?? inner)
        : inner.matches(`${LIST_SELECTOR}, .rendered`)
          ? inner
          : undefined);
    return owner === undefined ? this.#copyChildren(inner, false) : this.#copy(owner, false);
  }

  /** @param isWhole whether the whole parent is selected */
  #copy(node: Node, isWhole: boolean): Node[] {
    if (!isWhole && !this.#range.intersectsNode(node)) {
      return [];
    }
    if (node instanceof Text) {
      const isQuestion = Boolean(node.parentElement?.closest('.question-text'));
      const text = this.#selectedDataOf(node);
      // As shown: no space at the start of a line.
      return proseNodes(node.previousSibling instanceof HTMLBRElement ? text.trimStart() : text, isQuestion);
    }
    if (!(node instanceof HTMLElement) || node.matches(UI_SELECTOR)) {
      return [];
    }
    const formula = formulaSourceOf(node);
    if (formula !== undefined) {
      return [document.createTextNode(formula)];
    }
    const isAll = isWhole || this.#isSelected(node);
    const copies = this.#copyElement(node, isAll);
    // A selection of whole lines ends at the start of the next block.
    return isAll || copies.some((copy) => copy.textContent !== '') ? copies : [];
  }

  #copyElement(node: HTMLElement, isAll: boolean): Node[] {
    const rendered = node.matches('.rendered') ? node.querySelector('.markdown') : null;
    if (rendered !== null) {
      return this.#copyChildren(rendered, isAll);
    }
    if (node.matches('.code')) {
      return [element('pre', '', element('code', '', this.#code(node.querySelector('pre') ?? node, isAll)))];
    }
    if (node.matches('.plain-text')) {
      const parts = [...node.children].filter((part) => isAll || this.#range.intersectsNode(part));
      return [element('pre', '', parts.map((part) => this.#code(part, isAll)).join('\n'))];
    }
    if (node.tagName === 'CODE') {
      return [element('code', '', this.#code(node, isAll))];
    }
    if (node instanceof HTMLInputElement) {
      return [document.createTextNode(node.checked ? '[x] ' : '[ ] ')];
    }
    if (node instanceof HTMLOListElement) {
      return [this.#copyNumbered(node, isAll)];
    }
    const children = this.#copyChildren(node, isAll);
    if (node.className === 'footnote-reference') {
      return [document.createTextNode(`[${node.textContent}]`)];
    }
    if (node.tagName === 'SUMMARY') {
      return [element('p', '', ...children)];
    }
    if (node instanceof HTMLAnchorElement && /^https?:$/.test(node.protocol)) {
      const link = element('a', '', ...children);
      link.href = node.href;
      return [link];
    }
    const heading = Object.entries(HEADINGS).find(([name]) => name === node.nodeName)?.[1];
    const tag = heading ?? PLAIN_TAGS.find((name) => name === node.localName);
    return tag === undefined ? children : [element(tag, '', ...children)];
  }

  #copyChildren(node: Node, isWhole: boolean): Node[] {
    return [...node.childNodes].flatMap((child) => this.#copy(child, isWhole));
  }

  /** Copies an ordered list. Its items keep their numbers. */
  #copyNumbered(list: HTMLOListElement, isWhole: boolean): HTMLOListElement {
    const items = [...list.children].map((item) => this.#copy(item, isWhole));
    const copy = element('ol', '', ...items.flat());
    const start =
      list.start +
      Math.max(
        0,
        items.findIndex((item) => item.length > 0),
      );
    if (start !== 1) {
      copy.start = start;
    }
    return copy;
  }

  /** Selected code as in the reply, with the original hidden characters in place of their marks. */
  #code(node: Node, isWhole: boolean): string {
    if (!isWhole && !this.#range.intersectsNode(node)) {
      return '';
    }
    if (node instanceof Text) {
      return this.#selectedDataOf(node);
    }
    return originalTextOf(node) ?? [...node.childNodes].map((child) => this.#code(child, isWhole)).join('');
  }

  #selectedDataOf(node: Text): string {
    const { startContainer, startOffset, endContainer, endOffset } = this.#range;
    return node.data.slice(
      node === startContainer ? startOffset : 0,
      node === endContainer ? endOffset : undefined,
    );
  }

  #isSelected(node: Node): boolean {
    const nodeRange = document.createRange();
    nodeRange.selectNode(node);
    return (
      this.#range.compareBoundaryPoints(Range.START_TO_START, nodeRange) <= 0 &&
      this.#range.compareBoundaryPoints(Range.END_TO_END, nodeRange) >= 0
    );
  }
}

/** Text as shown: a line end becomes a space in replies, and a line break in questions. */
function proseNodes(text: string, isQuestion: boolean): Node[] {
  if (!isQuestion) {
    return [document.createTextNode(text.replace(/[ \t\n\r]+/g, ' '))];
  }
  return text
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [element('br')] : []), document.createTextNode(line)]);
}
