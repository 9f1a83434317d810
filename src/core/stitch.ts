import { isFence, openFence } from './fence.ts';

/** Characters from the end of a text in which the beginning of a repeated passage is looked for. */
const LOOKED_AT = 4000;

/**
 * Letters and digits of a passage that is taken for repeated. Text that goes on as it should may well begin with the
 * few signs before it, as the rest of `---` or of `| - |` does; with as many letters, it does not.
 */
const ENOUGH = 8;
const LETTER = /[\p{L}\p{N}]/gu;

/**
 * A reply that was cut, with the rest of it. Models that are asked to go on repeat now and then where they were: the
 * last lines from the beginning of one of them, the line that opened the fence they are in, or both. That is left
 * out, and nothing else: text that goes on exactly stays as it is.
 */
export function stitch(before: string, continuation: string): string {
  const repeated = passages(before)
    .filter((passage) => continuation.startsWith(passage))
    .reduce((longest, { length }) => Math.max(longest, length), 0);
  return before + continuation.slice(repeated);
}

/** Whether the seam stays where `stitch` has it now, whatever else the continuation brings. */
export function isSettled(before: string, continuation: string): boolean {
  return !passages(before).some(
    (passage) => passage.length > continuation.length && passage.startsWith(continuation),
  );
}

/** What a continuation would begin with, if it repeated something. */
function passages(before: string): string[] {
  const lastLines = recognisableEnds(before.slice(-LOOKED_AT), before.length <= LOOKED_AT);
  const opening = openingLine(before);
  return opening === undefined
    ? lastLines
    : [opening, ...lastLines, ...lastLines.map((passage) => opening + passage)];
}

/**
 * The ends of a text, each from the beginning of a line, that can hardly be there twice by chance: those with enough
 * letters, and the line of a fence that is not complete or the last.
 */
function recognisableEnds(text: string, beginsWithLine: boolean): string[] {
  const ends: string[] = [];
  const lines = text.split('\n');
  let letters = 0;
  let end = '';
  for (const [index, line] of [...lines.entries()].reverse()) {
    const isLast = index === lines.length - 1;
    end = isLast ? line : `${line}\n${end}`;
    letters += line.match(LETTER)?.length ?? 0;
    if (index === 0 && !beginsWithLine) {
      break;
    }
    if (letters >= ENOUGH || (isLast && isFence(line))) {
      ends.push(end);
    }
  }
  return ends;
}

/** The line that opens the fence in which a text ends. One without a language is no sign: one like it closes the fence. */
function openingLine(text: string): string | undefined {
  const open = openFence(text);
  return open === undefined || open.info === '' ? undefined : `${open.line}\n`;
}
