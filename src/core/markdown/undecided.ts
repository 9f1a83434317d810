import { commentsEnd, mayBecomeComment } from './comments.ts';
import { mayBecomeDetails } from './details.ts';
import { mayBecomeMathLines } from './math.ts';

const MAY_BE_UNFINISHED = /^ {0,3}(?=<!--|<details|\$\$|\\\[)/gim;

/** Start of the line from which more text could turn all lines into something else; the length if there is none. */
export function undecidedStart(text: string): number {
  for (const { 0: indent, index } of text.matchAll(MAY_BE_UNFINISHED)) {
    const at = index + indent.length;
    if (
      mayBecomeComment(text, commentsEnd(text, at)) ||
      mayBecomeDetails(text, at) ||
      mayBecomeMathLines(text, at)
    ) {
      return index;
    }
  }
  return text.length;
}

/** Indexes, from 0, of the lines at which comments start that more text could still end. */
export function openCommentLines(text: string): number[] {
  return [...text.matchAll(MAY_BE_UNFINISHED)].flatMap(({ 0: indent, index }) =>
    mayBecomeComment(text, commentsEnd(text, index + indent.length))
      ? [text.slice(0, index).split('\n').length - 1]
      : [],
  );
}

/** Index of the line, from 0, at which `undecidedStart` is; `Infinity` if there is none. */
export function undecidedLine(text: string): number {
  const start = undecidedStart(text);
  return start === text.length ? Infinity : text.slice(0, start).split('\n').length - 1;
}
