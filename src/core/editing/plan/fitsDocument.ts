import { COMMON_LANGUAGES, languageIdOf } from '../../code/languageId.ts';
import { hasTrait } from '../../code/languages.ts';
import { areRelated, hasRelated, NO_LANGUAGE } from '../../code/relatedLanguages.ts';

/**
 * Whether code of a fence can be meant for a document. True if the language of either is not known.
 * @param fenceLanguage as written
 * @param languageId VS Code's id
 */
export function fitsDocument(fenceLanguage: string, languageId: string): boolean {
  const fence = idOf(fenceLanguage);
  const document = idOf(languageId);
  return (
    NO_LANGUAGE.has(fence) ||
    NO_LANGUAGE.has(document) ||
    // It can have code of any language.
    document === 'markdown' ||
    fence === document ||
    // A patch can be one for any document, and is applied as such or not at all.
    fence === 'diff' ||
    areRelated(fence, document) ||
    // Only a name that is nowhere in the lists can be another name of the same language.
    (!isKnown(fence) && !isKnown(document) && !hasRelated(fence) && !hasRelated(document))
  );
}

function idOf(language: string): string {
  const name = language.toLowerCase();
  return languageIdOf({ language: name, file: '' }, COMMON_LANGUAGES) ?? name;
}

function isKnown(id: string): boolean {
  return COMMON_LANGUAGES.some((known) => known.id === id);
}

/**
 * Whether a fence names a language that is not the one at a line, in a document that can have parts in others.
 * @param line index of the first line that was asked about
 */
export function isOtherPart(
  fenceLanguage: string,
  lines: readonly string[],
  line: number,
  languageId: string,
): boolean {
  const fence = languageIdOf({ language: fenceLanguage.toLowerCase(), file: '' }, COMMON_LANGUAGES);
  if (fence === undefined || fence === languageId) {
    return false;
  }
  if (fence === 'shellscript') {
    // Commands to run rather than lines of the file; in Markdown they can be for one of its fences.
    return !hasTrait(languageId, 'headings') || !isInFence(lines, line);
  }
  if (!hasTrait(languageId, 'container')) {
    return false;
  }
  if (hasTrait(languageId, 'headings')) {
    return !isInFence(lines, line) && fence !== 'plaintext' && fence !== 'html';
  }
  const part = elementAt(lines, line);
  if (hasTrait(fence, 'script')) {
    return part !== 'script';
  }
  return hasTrait(fence, 'style') && part !== 'style';
}

/** Whether a line of Markdown stands in a fence. */
export function isInFence(lines: readonly string[], line: number): boolean {
  return lines.slice(0, line).filter((each) => /^\s*(?:`{3}|~{3})/.test(each)).length % 2 === 1;
}

/** Whether a line is text between tags, which has no code. */
export function isInMarkup(
  lines: readonly string[],
  line: number,
  {
    above,
    below,
    languageId,
  }: { readonly above: string; readonly below: string; readonly languageId: string },
): boolean {
  if (hasTrait(languageId, 'tagsInCode')) {
    return (above.endsWith('>') && !/[=-]>$/.test(above)) || below.startsWith('</');
  }
  if (hasTrait(languageId, 'codeInTags')) {
    const text = lines.slice(0, line).join('\n');
    return text.lastIndexOf('?>') >= text.lastIndexOf('<?');
  }
  const isMarkup = hasTrait(languageId, 'markup') || hasTrait(languageId, 'container');
  return isMarkup && elementAt(lines, line) === undefined;
}

/** The innermost open `script` or `style` element at a line. */
function elementAt(lines: readonly string[], line: number): string | undefined {
  const tags =
    lines
      .slice(0, line)
      .join('\n')
      .match(/<\/?(?:script|style)\b/gi) ?? [];
  const last = tags.at(-1)?.toLowerCase();
  return last?.startsWith('</') ? undefined : last?.slice(1);
}
