import Parser, { type MarkdownIt } from 'markdown-it';
import { linkUrls } from './bareLinks.ts';
import { commentRule } from './comments.ts';
import { emphasizeUnspacedText, keepNames } from './delimiters.ts';
import { detailsEndRule, detailsStartRule } from './details.ts';
import { fenceBehindTextRule, fenceRule } from './fences.ts';
import { footnoteReferenceRule, footnoteRule } from './footnotes.ts';
import { htmlInlineRule, inlineTagsRule } from './inlineTags.ts';
import { type LinkReferences, MAX_NESTING_DEPTH, type MarkdownToken } from './markdownBlocks.ts';
import { mathBlockRule, mathRule } from './math.ts';
import { tableRule } from './tables.ts';

/** Blocks that a block which starts in the middle of them ends. */
const ENDS = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };

/**
 * What models write and CommonMark reads otherwise, or not at all. Each rule decides by its own line and what stands
 * before it, so that a reply is read the same while it grows, and loses no character of it.
 */
const DIALECT = {
  /** Fences in a fence of Markdown, and text behind a closing fence. */
  fences: ({ block }) => block.ruler.at('fence', fenceRule, ENDS),
  /** A fence behind text on the same line. */
  fencesBehindText: ({ block }) => {
    const alt = ENDS.alt.filter((each) => each !== 'list');
    block.ruler.before('heading', 'fenceBehindText', fenceBehindTextRule, { alt });
  },
  /** Pipes in the code of a cell, and rows with more cells than the header. */
  tables: ({ block }) => block.ruler.at('table', tableRule, { alt: ['paragraph', 'reference'] }),
  /** Formulas of LaTeX, and prices, which are none. */
  formulas: ({ block, inline }) => {
    block.ruler.before('fence', 'math', mathBlockRule, ENDS);
    inline.ruler.before('escape', 'math', mathRule);
  },
  comments: ({ block }) => block.ruler.before('table', 'comment', commentRule, ENDS),
  details: ({ block }) => {
    block.ruler.before('table', 'detailsStart', detailsStartRule, ENDS);
    block.ruler.before('table', 'detailsEnd', detailsEndRule, ENDS);
  },
  footnotes: ({ block, inline }) => {
    block.ruler.before('table', 'footnote', footnoteRule, ENDS);
    inline.ruler.before('link', 'footnote', footnoteReferenceRule);
  },
  /** Line breaks, keys, subscripts and superscripts. */
  tags: ({ core, inline }) => {
    inline.ruler.before('autolink', 'html', htmlInlineRule);
    core.ruler.before('linkify', 'inlineTags', inlineTagsRule);
  },
  /** Emphasis in scripts without spaces between words. */
  unspacedEmphasis: emphasizeUnspacedText,
  /** Names between double underscores, and patterns of paths, which no other rule makes emphasis. */
  names: keepNames,
  /** URLs in text, also right before a word of such a script. */
  urls: linkUrls,
} satisfies Record<string, (parser: MarkdownIt) => void>;

export type DialectRule = keyof typeof DIALECT;

/** @param without rules that are left out */
export function createParser(without: readonly DialectRule[] = []): MarkdownIt {
  const parser = new Parser({ html: false, maxNesting: MAX_NESTING_DEPTH });
  for (const [name, install] of Object.entries(DIALECT)) {
    if (!without.some((each) => each === name)) {
      install(parser);
    }
  }
  return parser;
}

/** The parser of replies. HTML in the text stays text. */
export const parser = createParser();

/**
 * Reads the blocks of a text and adds their tokens and link definitions. Accepts a definition with any URL, so that the
 * blocks don't depend on which URLs are allowed: that is decided where links are rendered.
 *
 * @param text as `normalizeText` returns it: line ends are LF, no NUL
 */
export function readBlocks(
  text: string,
  environment: { references?: LinkReferences },
  tokens: MarkdownToken[],
): void {
  const acceptAnyUrl: MarkdownIt = Object.create(parser, { validateLink: { value: () => true } });
  parser.block.parse(text, acceptAnyUrl, environment, tokens);
}
