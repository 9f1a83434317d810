import type { Attachment } from '../attachments/attachment.ts';

/** How many lines a text has; the line end at its end begins no other. */
export function countLines(text: string): number {
  const ends = text.match(/\n/g)?.length ?? 0;
  return text === '' || text.endsWith('\n') ? ends : ends + 1;
}

/** An attachment with its first lines alone, and with how many are missing from now on. The same where it has no more. */
export function truncateToLines<Cut extends Attachment>(attachment: Cut, lines: number): Cut {
  const missing = countLines(attachment.text) - lines;
  if (missing <= 0) {
    return attachment;
  }
  const { startLine, leftOutLines = 0 } = attachment;
  return {
    ...attachment,
    text: takeFirstLines(attachment.text, lines),
    ...(startLine !== undefined && { endLine: startLine + lines - 1 }),
    leftOutLines: leftOutLines + missing,
  };
}

/** What was read anew, cut as it was before: where lines were left out then, it keeps no more than were kept. */
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
