/** Draws an element's text anew, letter for letter; what the reader has selected in it stays selected. */
export function keepSelection<Result>(text: Element, draw: () => Result): Result {
  const selection = document.getSelection();
  const { anchorNode, focusNode } = selection ?? {};
  if (!selection || !anchorNode || !focusNode || !selection.containsNode(text, true)) {
    return draw();
  }
  const anchor = offsetIn(text, anchorNode, selection.anchorOffset);
  const focus = offsetIn(text, focusNode, selection.focusOffset);
  const result = draw();
  const [anchorAt, anchorOffset] = placeIn(text, anchor) ?? [anchorNode, selection.anchorOffset];
  const [focusAt, focusOffset] = placeIn(text, focus) ?? [focusNode, selection.focusOffset];
  selection.setBaseAndExtent(anchorAt, anchorOffset, focusAt, focusOffset);
  return result;
}

/** The characters before a place; `undefined` for one that is not inside. */
function offsetIn(text: Element, node: Node, offset: number): number | undefined {
  if (!text.contains(node)) {
    return undefined;
  }
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

function placeIn(text: Element, offset: number | undefined): [Text, number] | undefined {
  if (offset === undefined) {
    return undefined;
  }
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let left = offset;
  while (walker.nextNode() instanceof Text) {
    const node = walker.currentNode as Text;
    if (left <= node.length) {
      return [node, left];
    }
    left -= node.length;
  }
  return undefined;
}
