/** No `fuzzyScore` is higher. */
const MAX_SCORE = 1500;

/** Of a name that contains the query, no `fuzzyScore` is lower. Scattered characters rate less, unless there are many. */
const MIN_CONTIGUOUS_SCORE = 780;

/** Added to the score of a match in the name of a file: more than of any match in its path. */
const NAME_BONUS = 2000;

/**
 * Rates how well a name matches a query; higher is better. `undefined` if the name doesn't contain the characters of
 * the query in order. Contiguous matches, matches at the start of a word, early matches and short names score higher.
 *
 * @param query in lower case
 */
export function fuzzyScore(query: string, name: string): number | undefined {
  const text = name.toLowerCase();
  if (query.length > text.length) {
    return undefined;
  }
  const at = bestIndexOf(query, text, name);
  if (at !== -1) {
    const score = isWordStart(name, at) ? MAX_SCORE : MAX_SCORE - 500;
    return score - Math.min(at, 200) - Math.min(text.length, 200) / 10;
  }
  return scoreSubsequence(query, text, name);
}

/** The highest score that a file or another name in its list can have. */
export function maxFileScore(query: string): number {
  return (query.includes('/') ? 0 : NAME_BONUS) + MAX_SCORE;
}

/** The lowest score of a file whose name contains the query or, if the query has a folder, whose path does. */
export function minContiguousFileScore(query: string): number {
  return (query.includes('/') ? 0 : NAME_BONUS) + MIN_CONTIGUOUS_SCORE;
}

/**
 * Rates a file by its name, or with a lower score by its path.
 * @param query in lower case
 * @param path with forward slashes
 */
export function fuzzyFileScore(query: string, path: string): number | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (query.includes('/') ? undefined : fuzzyNameScore(query, name)) ?? fuzzyScore(query, path);
}

/**
 * Rates a name that is listed together with files, like a file name.
 * @param query in lower case
 */
export function fuzzyNameScore(query: string, name: string): number | undefined {
  const score = fuzzyScore(query, name);
  return score === undefined ? undefined : score + NAME_BONUS;
}

/** Start and end of the characters that match, in UTF-16 code units. */
type MatchRange = readonly [start: number, end: number];

/**
 * The characters of a name that `fuzzyScore` matches with the query. Empty if the name doesn't match.
 * @param query in lower case
 */
export function fuzzyRanges(query: string, name: string): MatchRange[] {
  const text = name.toLowerCase();
  // Offsets are those of the name only if lower case has the same length.
  if (query === '' || text.length !== name.length) {
    return [];
  }
  const at = bestIndexOf(query, text, name);
  if (at !== -1) {
    return [[at, at + query.length]];
  }
  const ranges: [number, number][] = [];
  for (const character of query) {
    const last = ranges.at(-1);
    const found = text.indexOf(character, last?.[1] ?? 0);
    if (found === -1) {
      return [];
    }
    if (last !== undefined && last[1] === found) {
      last[1] = found + character.length;
    } else {
      ranges.push([found, found + character.length]);
    }
  }
  return ranges;
}

/** Index of the whole query in a name, at the start of a word if possible, else the first; -1 if there is none. */
function bestIndexOf(query: string, text: string, name: string): number {
  const first = text.indexOf(query);
  for (let at = first; at !== -1; at = text.indexOf(query, at + 1)) {
    if (isWordStart(name, at)) {
      return at;
    }
  }
  return first;
}

function scoreSubsequence(query: string, text: string, name: string): number | undefined {
  let score = 0;
  let last = -1;
  for (const character of query) {
    const at = text.indexOf(character, last + 1);
    if (at === -1) {
      return undefined;
    }
    score += at === last + 1 ? 10 : isWordStart(name, at) ? 8 : 1;
    last = at;
  }
  return score - Math.min(text.length, 200) / 10;
}

/** Whether a word starts at `at`: at the start of the name, after punctuation, or at a capital in camelCase. */
function isWordStart(name: string, at: number): boolean {
  const [before = '', here = ''] = [name[at - 1], name[at]];
  return at === 0 || /[^\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(here));
}

/** An item with its score; higher is better. */
export interface Scored<T> {
  item: T;
  score: number;
}

/** The items that match, in the same order. */
export function scoreItems<T>(items: readonly T[], scoreOf: (item: T) => number | undefined): Scored<T>[] {
  return items.flatMap((item) => {
    const score = scoreOf(item);
    return score === undefined ? [] : [{ item, score }];
  });
}

/** The best items first. Items with equal scores keep their order. */
export function topScored<T>(items: readonly Scored<T>[], maxItems: number): Scored<T>[] {
  return items.toSorted((a, b) => b.score - a.score).slice(0, maxItems);
}

/** All ancestor folders of the files, sorted. Paths have forward slashes. */
export function parentFoldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) {
        break;
      }
      folders.add(folder);
    }
  }
  return [...folders].sort();
}
