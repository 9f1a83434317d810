import { commentsEnd, mayBecomeComment } from './comments.ts';
import { mayBecomeMathLines } from './math.ts';

const MAY_BE_UNFINISHED = /^ {0,3}(?=<!--|\$\$|\\\[)/gim;

/** Start of the line from which more text could turn all lines into something else; the length if there is none. */
export function undecidedStart(text: string): number {
  let comment = { start: 0, end: 0 };
  for (const { 0: indent, index } of text.matchAll(MAY_BE_UNFINISHED)) {
    const at = index + indent.length;
    const end = commentsEnd(text, at);
    if (mayBecomeComment(text, end) || mayBecomeMathLines(text, at)) {
      // The lines up to here would not be a comment without those after them.
      return index < comment.end ? comment.start : index;
    }
    if (end > comment.end) {
      comment = { start: index < comment.end ? comment.start : index, end };
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
