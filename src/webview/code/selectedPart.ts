import { hasText } from '../../base/hasText.ts';
import type { CodePart } from '../../core/editing/codePart.ts';
import { originalTextOf } from '../visibleNodes.ts';

/**
 * The part of the code that is selected, as offsets in the code. `undefined` if nothing in it is selected, or if the
 * selection contains other text too.
 * @param code shows the code, with marks for hidden characters
 */
export function selectedPartOf(code: Element): CodePart | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || !selection.containsNode(code, true)) {
    return undefined;
  }
  const selected = selection.getRangeAt(0);
  const part = document.createRange();
  part.selectNodeContents(code);
  // A triple click on the last line selects up to the start of the next element, but none of its text.
  const before = selected.cloneRange();
  if (code.contains(selected.startContainer)) {
    part.setStart(selected.startContainer, selected.startOffset);
  } else {
    before.setEnd(code, 0);
    if (hasText(before.toString())) {
      return undefined;
    }
  }
  const after = selected.cloneRange();
  if (code.contains(selected.endContainer)) {
    part.setEnd(selected.endContainer, selected.endOffset);
  } else {
    after.setStart(code, code.childNodes.length);
    if (hasText(after.toString())) {
      return undefined;
    }
  }
  const start = codeOffset(code, part.startContainer, part.startOffset, 'before');
  const end = codeOffset(code, part.endContainer, part.endOffset, 'after');
  return start < end ? { start, end } : undefined;
}

/**
 * Offset in the code of a position in its element, in UTF-16 code units.
 * @param side where a position between the letters of a mark is, since the mark stands for characters as a whole
 */
function codeOffset(code: Element, node: Node, nodeOffset: number, side: 'before' | 'after'): number {
  const before = document.createRange();
  before.setStart(code, 0);
  before.setEnd(node, nodeOffset);
  let offset = before.toString().length;
  for (const mark of code.querySelectorAll('.hidden-mark')) {
    if (!before.intersectsNode(mark)) {
      break;
    }
    const shown = mark.textContent.length;
    const original = originalTextOf(mark)?.length ?? shown;
    const shownBefore = mark.contains(node) ? lettersBefore(mark, before) : shown;
    const isBefore = shownBefore === 0 || (shownBefore < shown && side === 'before');
    offset += (isBefore ? 0 : original) - shownBefore;
  }
  return offset;
}

/** Number of letters of the mark that are in the range, which ends in the mark. */
function lettersBefore(mark: Element, range: Range): number {
  const inside = range.cloneRange();
  inside.setStart(mark, 0);
  return inside.toString().length;
}
