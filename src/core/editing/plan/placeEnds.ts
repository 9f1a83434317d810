import { hasTrait } from '../../code/languages.ts';
import { ENTRY, type EndPlace, withSameEnds } from './separators.ts';

/*
 * The ends of code in the place of blank lines, which have no separators that would tell those of the code: the lines above
 * and below do.
 */

/** Code for the place of blank lines, with a comma at its end if it comes among entries that have one. */
export function withEndAtPlace(code: readonly string[], place: EndPlace): readonly string[] {
  const { above, below, isInBrackets, languageId } = place;
  const isBehind = above.endsWith(',') || (isInBrackets && /[([{]$/.test(above));
  const isBefore =
    below.endsWith(',') || hasTrait(languageId, 'json') || (above.endsWith(',') && ENTRY.test(below));
  const hasOwn = /^\s*,/.test(code[0] ?? '') || /[,;]$/.test(code.at(-1)?.trimEnd() ?? '');
  return isBehind && isBefore && !hasOwn && !/^[\])}]/.test(below)
    ? withSameEnds(code, { ...place, replaced: ['_,'] })
    : code;
}

/** Whether code comes behind the last entry of a list, which has no comma yet. */
export function lacksSeparator({ above, isInBrackets, languageId }: EndPlace, header: string): boolean {
  const isEntry = /[([]$/.test(header) || (ENTRY.test(above) && !/^[^:]*:=/.test(above));
  const isInList = hasTrait(languageId, 'json') ? above !== '' : isInBrackets && isEntry;
  return isInList && !/[,;([{]$/.test(above);
}
