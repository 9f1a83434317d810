import type { Locator } from 'playwright-core';

/** Selects text of an element from one offset to another, in UTF-16 code units. Backward if the first is the larger. */
export async function selectOffsets(text: Locator, anchor: number, focus: number): Promise<void> {
  await text.evaluate(
    (element, offsets) => {
      const position = (offset: number): [Node, number] => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        let remaining = offset;
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const { length } = node.textContent ?? '';
          if (remaining <= length) {
            return [node, remaining];
          }
          remaining -= length;
        }
        throw new Error(`No position ${offset}`);
      };
      getSelection()?.setBaseAndExtent(...position(offsets[0]), ...position(offsets[1]));
    },
    [anchor, focus] as const,
  );
}
