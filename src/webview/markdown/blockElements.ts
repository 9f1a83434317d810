import { CALLOUT_KINDS } from '../../core/markdown/callouts.ts';
import { BLOCK_LIMITS } from '../../core/markdown/longBlocks.ts';
import { element } from '../dom.ts';
import { createCalloutLabel } from './callouts.ts';
import { type BlockNode, type ContainerNode, detailsDepthChange, isNote } from './createMarkdownTree.ts';
import { createNote } from './footnotes.ts';

/** The element of a container, without its blocks. */
export function createContainerElement(block: ContainerNode): HTMLElement {
  if (isNote(block)) {
    return createNote(block.start);
  }
  const container = element(block.tag, block.className);
  if (container instanceof HTMLOListElement && block.start !== 1) {
    container.start = block.start;
    // The list may still grow, and what it shows must not depend on that.
    const last = block.start + BLOCK_LIMITS.items - 1;
    container.style.setProperty('--more-digits', String(Math.max(0, String(last).length - 3)));
  }
  if (container instanceof HTMLDetailsElement) {
    container.open = block.isOpen;
  }
  const callout = CALLOUT_KINDS.find((kind) => block.tag === 'blockquote' && kind === block.info);
  if (callout !== undefined) {
    container.append(createCalloutLabel(callout));
  }
  return container;
}

/** The elements of a container's blocks, without those of its closed items and without labels. */
export function renderedChildren(node: Element, { tag, children }: ContainerNode): Element[] {
  // Other top-level blocks may follow the summary of details.
  return tag === 'details'
    ? [...node.children].slice(0, children.length)
    : lastChildren(node, children.length);
}

function lastChildren({ lastElementChild }: Element, count: number): Element[] {
  const children: Element[] = [];
  for (
    let child = lastElementChild;
    child !== null && children.length < count;
    child = child.previousElementSibling
  ) {
    children.push(child);
  }
  return children.reverse();
}

/** The innermost details that are open after a top-level block. */
export function detailsAfter(
  block: BlockNode,
  shown: Element | undefined,
  before: Element | undefined,
): Element | undefined {
  const change = detailsDepthChange(block);
  return change > 0
    ? shown
    : change < 0
      ? (before?.parentElement?.closest('details:not(.earlier-reply)') ?? undefined)
      : before;
}

const TEXT_AT_END = 'p, h3, h4, h5, h6, .code, li > div:not(.table), .plain-text > div';
const CONTAINER_AT_END = '.markdown-part, .plain-text, ul, ol:not(.footnotes), li, details';

/** The text or code that ends a reply, where its cursor is. */
export function textAtEnd(reply: Element): Element | undefined {
  let last = reply.lastElementChild;
  while (last?.matches(CONTAINER_AT_END)) {
    last = last.lastElementChild;
  }
  return last?.matches(TEXT_AT_END) ? last : undefined;
}
