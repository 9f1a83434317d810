import { omitUndefined } from '../../base/omitUndefined.ts';

/** Where a code block is in a reply, by positions from 0. */
export interface CodeBlockPlace {
  /** Among the code blocks of the reply. */
  blockIndex: number;
  /** Among the code blocks in the code of that block, which is Markdown. Absent for that block itself. */
  innerIndex?: number | undefined;
}

/** The place alone, of an object that has other properties too. */
export function placeOf({ blockIndex, innerIndex }: CodeBlockPlace): CodeBlockPlace {
  return { blockIndex, ...omitUndefined({ innerIndex }) };
}

export function isSameCodeBlock(one: CodeBlockPlace, other: CodeBlockPlace): boolean {
  return one.blockIndex === other.blockIndex && one.innerIndex === other.innerIndex;
}
