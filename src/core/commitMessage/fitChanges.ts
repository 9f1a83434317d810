import { onOneLine } from '../onOneLine.ts';
import type { ChangedFile } from './changedFiles.ts';

/** Maximum length of a list of names. */
const MAX_LISTED_FILES = 100;

/** A longer diff fits into no context window. Its tokens are not counted, which would take a while. */
const MAX_DIFF_CHARS = 1024 * 1024;

interface FittedChanges {
  /** What is sent, in English, since the model reads it. */
  text: string;
  /** Names of the files that are left out because of their size. */
  leftOut: readonly string[];
}

/**
 * Writes the changes of a commit as one text. Those that don't fit are left out, the biggest first.
 * @param budget maximum number of tokens of all diffs
 * @returns `undefined` if none fits
 */
export function fitChanges(
  heading: string,
  files: readonly ChangedFile[],
  budget: number,
  tokensOf: (text: string) => number,
): FittedChanges | undefined {
  const sized = files.map(({ name, diff = '' }) => ({
    name: onOneLine(name),
    diff,
    tokens: diff.length > MAX_DIFF_CHARS ? Number.POSITIVE_INFINITY : diff === '' ? 0 : tokensOf(diff),
  }));
  const smallestFirst = sized.toSorted((one, other) => one.tokens - other.tokens);
  let total = 0;
  const fitting = new Set(
    smallestFirst.filter(({ tokens }) => {
      total += tokens;
      return total <= budget;
    }),
  );
  const diffs = sized.filter((file) => fitting.has(file) && file.diff !== '');
  const leftOut = sized.filter((file) => !fitting.has(file)).map(({ name }) => name);
  if (diffs.length === 0 && leftOut.length > 0) {
    return undefined;
  }
  const byName = sized.filter(({ diff }) => diff === '').map(({ name }) => name);
  const count = leftOut.length === 1 ? '1 file' : `${leftOut.length} files`;
  const text = [
    ...section(
      heading,
      diffs.map(({ diff }) => diff),
    ),
    ...section('Also changed, only the names:', listed(byName)),
    ...section(`${count} left out because of the size:`, listed(leftOut)),
  ].join('\n\n');
  return { text, leftOut };
}

function section(heading: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [[heading, ...entries].join('\n')];
}

function listed(names: readonly string[]): string[] {
  const more = names.length - MAX_LISTED_FILES;
  return more > 0 ? [...names.slice(0, MAX_LISTED_FILES), `and ${more} more files`] : [...names];
}
