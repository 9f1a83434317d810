import type { MarkdownIt } from 'markdown-it';
import { UNSPACED } from '../unspacedText.ts';

/** A word of text without spaces right behind a URL. In a URL, such a word starts behind a `/` or another separator. */
const WORD_AFTER_URL = new RegExp(
  `(?<=[A-Za-z\\d])(?:${UNSPACED.source})|[、-】〔-〟！（），．：；？｛-｠]`,
  'u',
);

interface LinkMatch {
  lastIndex: number;
  raw: string;
  text: string;
  url: string;
}

function withoutWordAfter<T extends LinkMatch>(link: T): T {
  const end = link.raw.search(WORD_AFTER_URL);
  const removed = end < 0 ? 0 : link.raw.length - end;
  return Object.assign(link, {
    lastIndex: link.lastIndex - removed,
    ...Object.fromEntries(
      (['raw', 'text', 'url'] as const).map((key) => [key, link[key].slice(0, link[key].length - removed)]),
    ),
  });
}

/**
 * Makes URLs in text links if they have a scheme: `file.ts` is not a host in Turkmenistan. In text without spaces between
 * words, they end where a word does: `https://example.com/pathを参照`.
 */
export function linkUrls(parser: MarkdownIt): void {
  parser.set({ linkify: true });
  const { linkify } = parser;
  linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const [match, matchAtStart] = [linkify.match.bind(linkify), linkify.matchAtStart.bind(linkify)];
  // markdown-it calls `match` only if `test` succeeds for the whole text. `test` fails for some URLs that `match` finds:
  // whether such a URL becomes a link must not depend on other URLs in the text.
  linkify.test = () => true;
  linkify.match = (text) => (match(text) ?? []).map(withoutWordAfter);
  linkify.matchAtStart = (text) => {
    const link = matchAtStart(text);
    return link && withoutWordAfter(link);
  };
}
