import { cutText } from '../../base/characterEnd.ts';

/** A line of a file that a text names. */
export interface NamedPlace {
  /** Absolute or relative, with forward slashes. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** Longer lines and words are no paths, and would take long to search. */
const MAX_LINE_CHARS = 2000;
const MAX_PATH_CHARS = 500;
const MAX_LINES = 2000;

/** The places in messages and stacks of test runners, such as `at half (/app/src/half.ts:3:10)`, each once. */
export function namedPlaces(text: string): NamedPlace[] {
  const places = new Map<string, NamedPlace>();
  for (const line of text.split(/\r\n|\r|\n/, MAX_LINES)) {
    const words = cutText(line, MAX_LINE_CHARS)
      // As Python and .NET write it.
      .replace(/", line (\d)/g, ':$1')
      .replace(/:line (\d)/g, ':$1')
      .split(/[\s"'`()[\]<>,;]+/);
    for (const word of words.filter(({ length }) => length <= MAX_PATH_CHARS)) {
      const [, path, lineNumber] =
        /^(?:file:\/\/)?([^:]*(?::[\\/][^:]*)?\.\w+):(\d{1,7})(?:$|:)/.exec(word) ?? [];
      if (path !== undefined) {
        const place = { path: path.replaceAll('\\', '/'), line: Number(lineNumber) };
        places.set(`${place.path}:${place.line}`, place);
      }
    }
  }
  return [...places.values()];
}
