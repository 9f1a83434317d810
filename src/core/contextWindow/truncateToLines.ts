import type { Attachment } from '../attachments/attachment.ts';

/** Number of lines of a text. A trailing line end doesn't start another line. */
export function countLines(text: string): number {
  const ends = text.match(/\n/g)?.length ?? 0;
  return text === '' || text.endsWith('\n') ? ends : ends + 1;
}

/**
 * Keeps the first lines of an attachment and adds the number of removed lines to `leftOutLines`. Returns the same
 * object if there is nothing to remove.
 */
export function truncateToLines<Cut extends Attachment>(attachment: Cut, lines: number): Cut {
  const removedLines = countLines(attachment.text) - lines;
  if (removedLines <= 0) {
    return attachment;
  }
  const { startLine, leftOutLines = 0 } = attachment;
  return {
    ...attachment,
    text: takeFirstLines(attachment.text, lines),
    ...(startLine !== undefined && { endLine: startLine + lines - 1 }),
    leftOutLines: leftOutLines + removedLines,
  };
}

/**
 * Truncates an attachment that was read again as before: if lines were left out then, keeps at most as many as
 * before.
 */
export function truncateAsBefore<Cut extends Attachment>(now: Cut, before: Attachment): Cut {
  return before.leftOutLines === undefined ? now : truncateToLines(now, countLines(before.text));
}

function takeFirstLines(text: string, lines: number): string {
  let end = 0;
  for (let count = 0; count < lines; count++) {
    end = text.indexOf('\n', end) + 1;
  }
  return text.slice(0, end);
}
