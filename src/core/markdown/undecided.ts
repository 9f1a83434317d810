import { commentsEnd, mayBecomeComment } from './comments.ts';
import { mayBecomeDetails } from './details.ts';

const MAY_BE_UNFINISHED = /^ {0,3}(?=<!--|<details)/gim;

/** Start of the line from which more text could turn all lines into something else; the length if there is none. */
export function undecidedStart(text: string): number {
  for (const { 0: indent, index } of text.matchAll(MAY_BE_UNFINISHED)) {
    const at = index + indent.length;
    if (mayBecomeComment(text, commentsEnd(text, at)) || mayBecomeDetails(text, at)) {
      return index;
    }
  }
  return text.length;
}

/** Index of that line, from 0; `Infinity` if there is none. */
export function undecidedLine(text: string): number {
  const start = undecidedStart(text);
  return start === text.length ? Infinity : text.slice(0, start).split('\n').length - 1;
}
