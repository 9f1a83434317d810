import { hasTrait } from '../../code/languages.ts';
import { commaInFront, endsItem, isAssigned, isKeyed } from '../../code/lineEnd.ts';
import { closersOf, endsWithBracket } from '../../code/lineRoles.ts';
import { type EndPlace, withSameEnds } from './separators.ts';

/*
 * The ends of code in the place of blank lines, which have no separators that would tell those of the code: the lines above
 * and below do.
 */

/** Code for the place of blank lines, with a comma at its end if it comes among entries that have one. */
export function withEndAtPlace(code: readonly string[], place: EndPlace): readonly string[] {
  const { above, below, isInBrackets, languageId } = place;
  const isBehind = above.endsWith(',') || (isInBrackets && endsWithBracket(above));
  const isBefore =
    below.endsWith(',') || hasTrait(languageId, 'json') || (above.endsWith(',') && isKeyed(below));
  const last = code.at(-1)?.trimEnd() ?? '';
  const hasOwn = commaInFront(code[0] ?? '') !== undefined || last.endsWith(',') || last.endsWith(';');
  return isBehind && isBefore && !hasOwn && closersOf(below) === 0
    ? withSameEnds(code, { ...place, replaced: ['_,'] })
    : code;
}

/** Whether code comes behind the last entry of a list, which has no comma yet. */
export function lacksSeparator({ above, isInBrackets, languageId }: EndPlace, header: string): boolean {
  const isInList = endsWithBracket(header) && !header.endsWith('{');
  const isEntry = isInList || (isKeyed(above) && !isAssigned(above));
  const isBehind = hasTrait(languageId, 'json') ? above !== '' : isInBrackets && isEntry;
  return isBehind && !(endsItem(above.slice(-1)) || endsWithBracket(above));
}
