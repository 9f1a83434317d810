import { hasTrait, languageOf } from './languages.ts';

/*
 * The syntax of comments, of all languages at once: code in a reply often names no language, or another one.
 */

/** What a comment may begin with, as a part of a pattern. */
export const COMMENT_START = String.raw`(?:\/\/|#|--|<!--|\/\*+(?!\*)|;)`;

/**
 * What is before and behind the text of a comment that is a whole line. What is behind, the group, is read backwards from
 * the end: a pattern with `$` last would be tried at each character, and take quadratic time.
 */
const COMMENTS: readonly (readonly [before: RegExp, behind?: RegExp])[] = [
  [/^(?:\{\s*)?(?:\/\/+|\/\*+)/, /$(?<=((?:\*+\/)?(?:\s*\})?))/],
  [/^#+(?!!)/],
  [/^(?:--+(?:\[\[)?|\{-)/, /$(?<=(\]\]|-\}))/],
  [/^<(?:!--+|#)/, /$(?<=(--+>|#>))/],
  [/^[;%]+/],
  [/^(?:::|rem\b)/i],
  [/^\(\*+/, /$(?<=(\*+\)))/],
  [/^(?:\{\{!|\{#|<%--?|@\*)[-#]*/, /$(?<=([-#]*(?:\}\}|#\}|--?%>|\*@)))/],
];

/** In Markdown, the others are text, such as headings. */
const MARKDOWN_COMMENTS = [COMMENTS[0], COMMENTS[3]].filter((comment) => comment !== undefined);

/** The kinds of lines directly above a declaration that belong to it. */
const LEADING_KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['block comment', /^(?:\/\*|\*)/],
  ['///', /^\/\/\//],
  ['//', /^\/\//],
  // Before the comments with `#`, since `#[` is one only in some languages.
  ['attribute', /^(?:@(?!.*\{$)|#\[|\[[A-Z]\w*)/],
  ['#', /^#/],
  ['--', /^--/],
  ['<!--', /^<!--/],
];

/** All kinds that `leadingKind` tells apart. */
export const ALL_LEADING_KINDS: ReadonlySet<string> = new Set(LEADING_KINDS.map(([kind]) => kind));

/** What begins a comment that ends with its line, as a part of a pattern. */
export function lineCommentStart(languageId: string): string {
  return languageOf(languageId).comment ?? String.raw`\/\/`;
}

/**
 * Tells whether trimmed lines have a comment, alone or behind code. What begins one in other languages only counts at the
 * start of a line and with a blank behind it, since it can begin a name or an expression, such as `#name` and `--count`.
 */
export function commentFinder(languageId: string): (trimmed: string) => 'alone' | 'behind' | undefined {
  const own = hasTrait(languageId, 'prose') ? '<!--' : `${lineCommentStart(languageId)}|\\/\\*|<!--`;
  const atStart = new RegExp(`^(?:${own}|\\/\\/|[^\\p{L}\\p{N}\\s]+\\s)`, 'u');
  const behindCode = new RegExp(`[\\s{([>,;](?:${own})`);
  return (trimmed) => {
    if (atStart.test(trimmed) && commentTexts(trimmed, languageId).length > 0) {
      return 'alone';
    }
    return behindCode.test(trimmed) ? 'behind' : undefined;
  };
}

/** The texts that a line can have as a comment. */
export function commentTexts(trimmed: string, languageId: string): string[] {
  const comments = hasTrait(languageId, 'headings') ? MARKDOWN_COMMENTS : COMMENTS;
  return comments.flatMap(([before, behind]) => {
    const opening = before.exec(trimmed)?.[0];
    const rest = opening === undefined ? '' : trimmed.slice(opening.length);
    const [, closing = ''] = behind?.exec(rest) ?? [];
    const text = rest.slice(0, rest.length - closing.length).trim();
    return text === '' ? [] : [text];
  });
}

/** The kind of a comment or an attribute above a declaration; `undefined` for any other line. */
export function leadingKind(line: string): string | undefined {
  const trimmed = line.trim();
  return LEADING_KINDS.find(([, pattern]) => pattern.test(trimmed))?.[0];
}
