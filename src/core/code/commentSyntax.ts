import { hasTrait, languageOf, perLanguage } from './languages.ts';

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

/** Comments that tell tools something, wherever they stand. */
const TOOL_DIRECTIVES = [
  /\b(?:eslint|stylelint|biome|prettier|tslint|rubocop|shellcheck|pylint|mypy|phpcs|phpstan)[-: ]{1,2}(?:disable|ignore)/,
  /@ts-(?:ignore|expect-error|nocheck|check)/,
  /#\s*noqa|type:\s*ignore|\bnolint\b|NOSONAR|@SuppressWarnings|#\[allow\(|#pragma warning|(?:c8|istanbul|v8) ignore/,
];

/** The kinds of comments in a line that tell tools something. */
export function toolDirectivesIn(line: string): number[] {
  return [...TOOL_DIRECTIVES.keys()].filter((kind) => TOOL_DIRECTIVES[kind]?.test(line));
}

/** The name of the attribute that a line begins with. */
export function attributeIn(line: string): string | undefined {
  return /^\s*(?:@|#!?\[|\[)([\p{L}\p{N}_.]+)/u.exec(line)?.[1];
}

/** What begins a comment that ends with its line, as a part of a pattern. */
export function lineCommentStart(languageId: string): string {
  return languageOf(languageId).comment ?? String.raw`\/\/`;
}

/**
 * Whether a trimmed line has a comment, alone or behind code. What begins one in other languages only counts at the
 * start of a line and with a blank behind it, since it can begin a name or an expression, such as `#name` and `--count`.
 */
export function commentIn(trimmed: string, languageId: string): 'alone' | 'behind' | undefined {
  const { atStart, behindCode } = patternsFor(languageId);
  if (atStart.test(trimmed) && commentTexts(trimmed, languageId).length > 0) {
    return 'alone';
  }
  return behindCode.test(trimmed) ? 'behind' : undefined;
}

interface CommentPatterns {
  readonly atStart: RegExp;
  readonly behindCode: RegExp;
  /** Without those that begin a comment in any language. */
  readonly ownAtStart: RegExp;
}

const patternsFor = perLanguage((languageId): CommentPatterns => {
  const own = hasTrait(languageId, 'prose') ? '<!--' : `${lineCommentStart(languageId)}|\\/\\*|<!--`;
  return {
    atStart: new RegExp(`^(?:${own}|\\/\\/|[^\\p{L}\\p{N}\\s]+\\s)`, 'u'),
    behindCode: new RegExp(`[\\s{([>,;](?:${own})`),
    ownAtStart: new RegExp(`^(?:${lineCommentStart(languageId)})(?!!)`),
  };
});

/** The texts that a line can have as a comment. */
export function commentTexts(trimmed: string, languageId: string): string[] {
  const comments = hasTrait(languageId, 'headings') ? MARKDOWN_COMMENTS : COMMENTS;
  const texts = comments.map(([before, behind]) => {
    const opening = before.exec(trimmed)?.[0];
    const rest = opening === undefined ? '' : trimmed.slice(opening.length);
    const [, closing = ''] = behind?.exec(rest) ?? [];
    return rest.slice(0, rest.length - closing.length).trim();
  });
  // What begins one in a single language, such as the quote of Visual Basic, is none in the others.
  const { ownAtStart } = patternsFor(languageId);
  const own = trimmed.slice(ownAtStart.exec(trimmed)?.[0].length ?? trimmed.length).trim();
  const found = texts.filter((text) => text !== '');
  return found.length > 0 || own === '' ? found : [own];
}

/** The kind of a comment or an attribute above a declaration; `undefined` for any other line. */
export function leadingKind(line: string): string | undefined {
  const trimmed = line.trim();
  return LEADING_KINDS.find(([, pattern]) => pattern.test(trimmed))?.[0];
}

/** An English comment above an example, or above the code as it was. In other languages, its place tells. */
const EXAMPLE = new RegExp(
  String.raw`^${COMMENT_START}\W*(?:(?:example )?(?:usage|example)\b|(?:before|old|original|current|previous)(?:\s+(?:code|version|implementation))?\W*$)`,
  'i',
);

/** Whether a trimmed line is a comment that says that an example follows, or the code as it was. */
export function isExampleHeading(trimmed: string): boolean {
  return EXAMPLE.test(trimmed);
}

/** What a comment begins with, on its first line or on others. */
export const BEGINS_COMMENT = new RegExp(String.raw`^(?:${COMMENT_START}|\*)`);
