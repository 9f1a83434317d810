import { codeBlockAround, codeBlocksIn } from './codeBlockView.ts';

/**
 * Moves the keyboard to the code block before or after where it is, round the ends of the conversation. From outside
 * of the turns it goes to the first block of the last reply that has one, or back to the last block of all.
 * @param from the element that has the keyboard, or had it before a command came from outside
 */
export function moveToCodeBlock(
  turns: Element,
  direction: 'next' | 'previous',
  from: Element | undefined,
): void {
  const blocks = codeBlocksIn(turns);
  const last = blocks.at(-1);
  if (last === undefined) {
    return;
  }
  if (from === undefined || !turns.contains(from)) {
    const first = blocks.find(({ place }) => place.turnId === last.place.turnId);
    (direction === 'next' ? first : last)?.focus();
    return;
  }
  const own = codeBlockAround(from);
  const lies = (where: number) => (block: (typeof blocks)[number]) =>
    block !== own && (from.compareDocumentPosition(block.element) & where) !== 0;
  const found =
    direction === 'next'
      ? (blocks.find(lies(Node.DOCUMENT_POSITION_FOLLOWING)) ?? blocks[0])
      : (blocks.findLast(lies(Node.DOCUMENT_POSITION_PRECEDING)) ?? last);
  found?.focus();
}
