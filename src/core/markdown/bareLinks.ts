import type { MarkdownIt } from 'markdown-it';
import { UNSPACED } from '../unspacedText.ts';

/** Maximum length of a URL, in UTF-16 code units, in which a word of text without spaces is looked for. */
const MAX_URL_CHARS = 2000;
const URL_WITH_WORD = new RegExp(`^\\S{1,${MAX_URL_CHARS}}`);
/** Punctuation of text without spaces. */
const PUNCTUATION = /[、-】〔-〟！（），．：；？｛-｠]/.source;
/** A word of such text right behind a word of a URL, or its punctuation. */
const WORD = new RegExp(`(?<=[A-Za-z\\d]{2})(?:${UNSPACED.source})|${PUNCTUATION}`, 'u');
/** What ends a URL wherever it goes on: a particle or punctuation, or another URL in the text. */
const ENDS_URL = new RegExp(`^(?:\\p{sc=Hiragana}|${PUNCTUATION})|://`, 'u');

/**
 * The length of a URL without the text that follows it: `https://example.com/pathを参照`. Such a word may also be a part of
 * the URL. It is, if the URL goes on after it: `https://example.com/README中文.md`.
 */
function lengthWithoutText(url: string): number {
  const at = url.search(WORD);
  const rest = url.slice(at);
  return at >= 0 && (ENDS_URL.test(rest) || !/[A-Za-z\d/]/.test(rest)) ? at : url.length;
}

/**
 * Makes URLs in text links if they have a scheme: `file.ts` is not a host in Turkmenistan. In text without spaces between
 * words, they end where a word does.
 */
export function linkUrls(parser: MarkdownIt): void {
  parser.set({ linkify: true });
  const { linkify } = parser;
  linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const [match, matchAtStart] = [linkify.match.bind(linkify), linkify.matchAtStart.bind(linkify)];
  // markdown-it calls `match` only if `test` succeeds for the whole text. `test` fails for some URLs that `match` finds:
  // whether such a URL becomes a link must not depend on other URLs in the text.
  linkify.test = () => true;
  linkify.match = (text) => match(text) ?? [];
  linkify.matchAtStart = (text) => {
    const [url = ''] = URL_WITH_WORD.exec(text) ?? [];
    const length = lengthWithoutText(url);
    return matchAtStart(length < url.length ? url.slice(0, length) : text);
  };
}
