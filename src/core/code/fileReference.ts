import { safePathSegments } from '../safePathSegments.ts';
import { LANGUAGES } from './languages.ts';

/** A file that the text of a reply names, and perhaps a place in it. */
export interface FileReference {
  /** As written; of a link, its address without escapes. */
  readonly text: string;
  /** The names of folders and the file, as `safePathSegments` gives them. */
  readonly segments: readonly string[];
  /** Counted from 1. */
  readonly lines?: { readonly start: number; readonly end: number };
  /** In the first line, counted from 1. */
  readonly column?: number;
}

/** Maximum length of a reference. Longer than any that a person would read. */
const MAX_CHARS = 200;

/** `:12`, `:12:5`, `:10-20`, `#L12` and `#L10-L20` after a path. */
const PLACE =
  /(?::L?(\d{1,7})(?:[-–]L?(\d{1,7})|:(\d{1,7}))?|#L(\d{1,7})(?:C\d{1,7})?(?:-L?(\d{1,7})(?:C\d{1,7})?)?)$/;

/** No spaces or operators, as commands and expressions have. Frameworks use brackets and `$` in the names of files. */
const PATH = /^[\p{L}\p{M}\p{N}_@.+\-$()[\]\\/]+$/u;

const EXTENSION = /\.([a-z][a-z\d+]{0,9})$/i;

/**
 * Extensions without which a name such as `user.name` is rather an expression: those of languages, and a few of files
 * that programs have besides code.
 */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  ...[...LANGUAGES].flatMap(([id, { otherNames }]) => [id, ...(otherNames?.split(' ') ?? [])]),
  ...['cfg', 'conf', 'csv', 'ipynb', 'lock', 'mdx', 'prisma', 'rst', 'scala', 'styl', 'tsv', 'txt'],
]);

/** The file that inline code names. Returns `undefined` for all other code, which is most of it. */
export function fileReferenceOf(code: string): FileReference | undefined {
  return PATH.test(code.replace(PLACE, '')) ? parse(code) : undefined;
}

/** The file that a link leads to. Its path may have spaces. */
export function linkedFileOf(href: string): FileReference | undefined {
  try {
    return parse(decodeURIComponent(href));
  } catch {
    return undefined;
  }
}

/** Whether it is worth searching for a file in all folders: a path without an extension may be words, as `and/or`. */
export function isSearchable({ segments }: FileReference): boolean {
  return EXTENSION.test(segments.at(-1) ?? '');
}

function parse(text: string): FileReference | undefined {
  const place = PLACE.exec(text);
  const segments = safePathSegments(text.slice(0, place?.index));
  const [name = '', ...folders] = segments?.toReversed() ?? [];
  const isFile = folders.length > 0 || KNOWN_EXTENSIONS.has(EXTENSION.exec(name)?.[1]?.toLowerCase() ?? ' ');
  if (segments === undefined || !isFile || text.length > MAX_CHARS) {
    return undefined;
  }
  const [start = 0, end = 0, column = 0] = [
    place?.[1] ?? place?.[4],
    place?.[2] ?? place?.[5],
    place?.[3],
  ].map((digits = '0') => Number(digits));
  return {
    text,
    segments,
    ...(start > 0 && { lines: { start, end: Math.max(start, end) } }),
    ...(column > 0 && { column }),
  };
}
