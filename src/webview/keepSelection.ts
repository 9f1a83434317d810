/** An end of the selection, as a DOM position and as an offset in the text of its block. */
interface SelectionEnd {
  node: Node;
  nodeOffset: number;
  blockIndex: number;
  /** Text of the block. */
  text: string;
  /** In UTF-16 code units. */
  offset: number;
}

/**
 * Calls `draw`, which may replace the nodes that show the same text, and keeps the selection and its direction. Costs
 * nothing unless the selection starts or ends in the content, and then only grows with the length of these blocks.
 * @param content contains all nodes that may be replaced
 * @param blocks returns the blocks of the content. A block that is replaced keeps its index.
 */
export function keepSelection<Result>(
  content: Element,
  blocks: () => readonly Element[],
  draw: () => Result,
): Result {
  const selection = document.getSelection();
  if (!selection || (!content.contains(selection.anchorNode) && !content.contains(selection.focusNode))) {
    return draw();
  }
  const anchor = endIn(blocks(), selection.anchorNode, selection.anchorOffset);
  const focus = endIn(blocks(), selection.focusNode, selection.focusOffset);
  const isAnchorFirst = isStartOfRange(selection);
  const isFocusFirst = !isAnchorFirst || selection.isCollapsed;
  const result = draw();
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (isAt(anchor, anchorNode, anchorOffset) && isAt(focus, focusNode, focusOffset)) {
    return result;
  }
  const newAnchor = positionOf(anchor, blocks(), isAnchorFirst) ?? [anchorNode, anchorOffset];
  const newFocus = positionOf(focus, blocks(), isFocusFirst) ?? [focusNode, focusOffset];
  if (newAnchor[0] !== null && newFocus[0] !== null) {
    selection.setBaseAndExtent(newAnchor[0], newAnchor[1], newFocus[0], newFocus[1]);
  }
  return result;
}

function isStartOfRange(selection: Selection): boolean {
  const { startContainer, startOffset } = selection.getRangeAt(0);
  return startContainer === selection.anchorNode && startOffset === selection.anchorOffset;
}

function endIn(blocks: readonly Element[], node: Node | null, nodeOffset: number): SelectionEnd | undefined {
  let block = node instanceof Element ? node : (node?.parentElement ?? null);
  while (block !== null && !blocks.includes(block)) {
    block = block.parentElement;
  }
  if (node === null || block === null) {
    return undefined;
  }
  const before = document.createRange();
  before.setStart(block, 0);
  before.setEnd(node, nodeOffset);
  const offset = before.toString().length;
  return { node, nodeOffset, blockIndex: blocks.indexOf(block), text: block.textContent, offset };
}

/** The browser moves an end whose node is removed. */
function isAt(end: SelectionEnd | undefined, node: Node | null, nodeOffset: number): boolean {
  return end === undefined || (end.node === node && end.nodeOffset === nodeOffset);
}

/** @param isFirst whether the position between two nodes is at the start of the second one */
function positionOf(
  end: SelectionEnd | undefined,
  blocks: readonly Element[],
  isFirst: boolean,
): [Node, number] | undefined {
  const block = end && blocks[end.blockIndex];
  if (!end || !block?.isConnected) {
    return undefined;
  }
  let remaining = offsetAfter(end.text, block.textContent, end.offset);
  let position: [Node, number] = [block, 0];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    position = [node, Math.min(remaining, node.length)];
    if (remaining < node.length || (remaining === node.length && !isFirst)) {
      break;
    }
    remaining -= node.length;
  }
  return position;
}

/**
 * Where an offset in a text is after the text was drawn again. Usually the text is the same or longer. When markup ends
 * or a link is defined, characters in its middle disappear, or others take their place.
 */
function offsetAfter(before: string, after: string, offset: number): number {
  if (after.startsWith(before.slice(0, offset))) {
    return offset;
  }
  let kept = 0;
  for (const character of before.slice(0, offset).split('')) {
    kept += character === after[kept] ? 1 : 0;
  }
  const rest = before.slice(offset);
  const isBetweenSame =
    after[kept - 1] === before[offset - 1] && (rest === '' || after[kept] === before[offset]);
  return !isBetweenSame && after.endsWith(rest) ? after.length - rest.length : kept;
}
