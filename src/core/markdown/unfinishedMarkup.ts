/** Maximum length of an end that is held back, in UTF-16 units. */
const MAX_CHARS = 300;

const TAGS = ['kbd', 'sub', 'sup'].flatMap((tag) => [`<${tag}>`, `</${tag}>`]);
const DETAILS = ['<details>', '<details open>', '</details>', '<summary>', '</summary>'];
const STARTS = ['<br>', '<br/>', '<br />', '<!--', ...DETAILS, ...TAGS];

/** Ends of a text that are markup only together with what follows. */
const UNFINISHED = [
  /<!--(?:(?!-->).)*$/is,
  /<details(?: open)?>\s*(?:<[^>]*)?$/i,
  /<(kbd|sub|sup)>(?:(?!<\/\1>)[^\n])*$/i,
  /(?<![^\n])[ \t]*>[ \t]*\[(?:![a-z]*\]?)?$/i,
  /\[\^[^\s[\]]*$/,
  /(?<!`)`{3,}[^`\s]*(?:[ \t]+[^`\s]*)?$/,
  /(?<![^\n])\[\^[^\s[\]]+\]:?[ \t]*$/,
];

/**
 * Length of the end of a growing text that should not be shown yet, in UTF-16 units: a half-written tag, comment or
 * marker, which would be shown as text for a moment.
 */
export function unfinishedMarkupLength(text: string): number {
  const end = text.slice(-MAX_CHARS);
  const tag = end.slice(Math.max(0, end.lastIndexOf('<'))).toLowerCase();
  const offsets = UNFINISHED.map((pattern) => pattern.exec(end)?.index ?? end.length);
  if (tag.startsWith('<') && STARTS.some((start) => start.startsWith(tag) && start !== tag)) {
    offsets.push(end.length - tag.length);
  }
  return end.length - Math.min(...offsets);
}
