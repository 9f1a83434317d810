/** Comments and attributes directly above a declaration, which belong to it. */
interface CommentsAbove {
  /** Number of lines. */
  readonly lines: number;
  readonly kinds: ReadonlySet<string>;
}

const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['block comment', /^(?:\/\*|\*)/],
  ['///', /^\/\/\//],
  ['//', /^\/\//],
  // Before the comments with `#`, since `#[` is one only in some languages.
  ['attribute', /^(?:@(?!.*\{$)|#\[|\[[A-Z]\w*)/],
  ['#', /^#/],
  ['--', /^--/],
  ['<!--', /^<!--/],
];

/**
 * What belongs to the declaration at a line.
 * @param kinds those to look for; all by default
 */
export function commentsAbove(
  lines: readonly string[],
  line: number,
  kinds: ReadonlySet<string> = new Set(KINDS.map(([kind]) => kind)),
): CommentsAbove {
  const found = new Set<string>();
  let start = line;
  for (
    let kind = kindOf(lines[start - 1]);
    kind !== undefined && kinds.has(kind);
    kind = kindOf(lines[start - 1])
  ) {
    found.add(kind);
    start--;
  }
  return { lines: line - start, kinds: found };
}

function kindOf(line: string | undefined): string | undefined {
  const trimmed = line?.trim() ?? '';
  return KINDS.find(([, pattern]) => pattern.test(trimmed))?.[0];
}
