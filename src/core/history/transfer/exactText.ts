import { hashText } from '../records/checksum.ts';

/**
 * What a text file can't hold of a text, or what editors change by themselves: enough to get the text back exactly.
 * Absent parts mean that nothing is to be done.
 */
export interface Losses {
  /** The white space that the text ends in. */
  end?: string;
  /** All its lines end as on Windows. */
  crlf?: true;
  /** What else differs from the text without blanks at the ends of its lines, while that has this checksum. */
  exact?: { checksum: number; patches: readonly Patch[] };
}

/** After so many UTF-16 units from the one before, so many are replaced. */
type Patch = readonly [gap: number, removed: number, inserted: string];

const LINE_PATTERN = /([^\r\n]*)(\r\n|\r|\n|$)/gy;
/** NUL makes a file binary for Git and editors; half a character can't be written in UTF-8. */
const UNWRITABLE_PATTERN = /\0|\p{Surrogate}/gu;
const REPLACEMENT_CHARACTER = '\ufffd';

/** A text as it stands in a file whose lines end in `\n`, without white space at its end, and what that leaves out. */
export function toWritable(text: string): { shown: string; losses: Losses } {
  const core = text.trimEnd();
  const end = text.slice(core.length);
  const isCrlf = /\r\n/.test(core) && !/(?<!\r)\n/.test(core);
  const lines = isCrlf ? core.replaceAll('\r\n', '\n') : core;
  const shown = lines.replace(/\r\n?/g, '\n').replace(UNWRITABLE_PATTERN, REPLACEMENT_CHARACTER);
  const patches = patchesOf(lines);
  return {
    shown,
    losses: {
      ...(end !== '' && { end }),
      ...(isCrlf && { crlf: true as const }),
      ...(patches.length > 0 && { exact: { checksum: hashText(trimLineEnds(shown)), patches } }),
    },
  };
}

/** The text that stood in a file: exactly as it was, or as a person has changed it. */
export function restoreText(read: string, { end = '', crlf, exact }: Losses): string {
  const shown = read.trimEnd();
  const plain = trimLineEnds(shown);
  const isUnchanged = exact !== undefined && hashText(plain) === exact.checksum;
  const lines = isUnchanged ? applyPatches(plain, exact.patches) : shown;
  return (crlf === true ? lines.replaceAll('\n', '\r\n') : lines) + end;
}

/** Many editors take blanks at the ends of lines away when they save. */
function trimLineEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function patchesOf(text: string): Patch[] {
  const patches: Patch[] = [];
  /** Where the last patch ended, and where this line begins, both in the text without blanks. */
  let done = 0;
  let start = 0;
  const patch = (at: number, removed: number, inserted: string): void => {
    const last = at === done ? patches.pop() : undefined;
    patches.push(last ? [last[0], last[1] + removed, last[2] + inserted] : [at - done, removed, inserted]);
    done = at + removed;
  };
  for (const [, line = '', lineEnd = ''] of text.matchAll(LINE_PATTERN)) {
    const kept = line.trimEnd();
    for (const found of kept.matchAll(UNWRITABLE_PATTERN)) {
      patch(start + found.index, 1, found[0]);
    }
    const blanks = line.slice(kept.length);
    const isOddEnd = lineEnd.startsWith('\r');
    if (blanks !== '' || isOddEnd) {
      patch(start + kept.length, isOddEnd ? 1 : 0, blanks + (isOddEnd ? lineEnd : ''));
    }
    start += kept.length + (lineEnd === '' ? 0 : 1);
    if (lineEnd === '') {
      break;
    }
  }
  return patches;
}

function applyPatches(plain: string, patches: readonly Patch[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [gap, removed, inserted] of patches) {
    parts.push(plain.slice(at, at + gap), inserted);
    at += gap + removed;
  }
  return parts.join('') + plain.slice(at);
}
