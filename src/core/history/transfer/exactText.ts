import { hashText } from '../records/checksum.ts';

/**
 * What a text loses when it is written to a file, or when an editor changes the file on save: enough to restore the
 * text exactly. Each part is absent if nothing was lost.
 */
export interface Losses {
  /** White space at the end of the text. */
  end?: string;
  /** Set if all line breaks are CRLF. */
  crlf?: true;
  /** Patches to the text without trailing spaces on its lines. They apply only if that text has this checksum. */
  exact?: { checksum: number; patches: readonly Patch[] };
}

/** Replaces `removed` UTF-16 code units, `gap` code units after the end of the previous patch. */
type Patch = readonly [gap: number, removed: number, inserted: string];

const LINE_PATTERN = /([^\r\n]*)(\r\n|\r|\n|$)/gy;
/** NUL makes a file binary for Git and editors; a lone surrogate can't be encoded as UTF-8. */
const UNWRITABLE_PATTERN = /\0|\p{Surrogate}/gu;
const REPLACEMENT_CHARACTER = '\ufffd';

/**
 * Returns the text as it is written to a file, with LF line breaks and without trailing white space, and what is lost
 * that way.
 */
export function toWritable(text: string): { writable: string; losses: Losses } {
  const core = text.trimEnd();
  const end = text.slice(core.length);
  const isCrlf = /\r\n/.test(core) && !/(?<!\r)\n/.test(core);
  const lines = isCrlf ? core.replaceAll('\r\n', '\n') : core;
  const writable = lines.replace(/\r\n?/g, '\n').replace(UNWRITABLE_PATTERN, REPLACEMENT_CHARACTER);
  const patches = patchesOf(lines);
  return {
    writable,
    losses: {
      ...(end !== '' && { end }),
      ...(isCrlf && { crlf: true as const }),
      ...(patches.length > 0 && { exact: { checksum: hashText(trimLineEnds(writable)), patches } }),
    },
  };
}

/** Restores a text from a file: exactly as it was, or with the changes that someone made to it. */
export function restoreText(read: string, { end = '', crlf, exact }: Losses): string {
  const writable = read.trimEnd();
  const trimmed = trimLineEnds(writable);
  const isUnchanged = exact !== undefined && hashText(trimmed) === exact.checksum;
  const lines = isUnchanged ? applyPatches(trimmed, exact.patches) : writable;
  return (crlf === true ? lines.replaceAll('\n', '\r\n') : lines) + end;
}

/** Many editors trim lines when they save. */
function trimLineEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function patchesOf(text: string): Patch[] {
  const patches: Patch[] = [];
  /** End of the last patch, and start of the current line, as offsets in the trimmed text. */
  let patchEnd = 0;
  let lineStart = 0;
  const patch = (at: number, removed: number, inserted: string): void => {
    const last = at === patchEnd ? patches.pop() : undefined;
    patches.push(
      last ? [last[0], last[1] + removed, last[2] + inserted] : [at - patchEnd, removed, inserted],
    );
    patchEnd = at + removed;
  };
  for (const [, line = '', lineEnd = ''] of text.matchAll(LINE_PATTERN)) {
    const trimmed = line.trimEnd();
    for (const found of trimmed.matchAll(UNWRITABLE_PATTERN)) {
      patch(lineStart + found.index, 1, found[0]);
    }
    const trailing = line.slice(trimmed.length);
    const hasCarriageReturn = lineEnd.startsWith('\r');
    if (trailing !== '' || hasCarriageReturn) {
      patch(
        lineStart + trimmed.length,
        hasCarriageReturn ? 1 : 0,
        trailing + (hasCarriageReturn ? lineEnd : ''),
      );
    }
    lineStart += trimmed.length + (lineEnd === '' ? 0 : 1);
    if (lineEnd === '') {
      break;
    }
  }
  return patches;
}

function applyPatches(trimmed: string, patches: readonly Patch[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [gap, removed, inserted] of patches) {
    parts.push(trimmed.slice(at, at + gap), inserted);
    at += gap + removed;
  }
  return parts.join('') + trimmed.slice(at);
}
