import { type CodeLine, textsOf } from '../../../code/codeLine.ts';
import { hasTrait } from '../../../code/languages.ts';
import { readCode } from '../../../code/readCode.ts';
import { align } from '../alignment.ts';
import { filled } from '../gaps.ts';
import { knownDocument } from '../knownDocument.ts';
import { openBracketsOf } from '../lineWorth.ts';
import type { Item } from './codeItems.ts';

/*
 * Whether some code can be the new version of a declaration or a statement.
 */

/** Share of lines that come back in a new version of them. */
const MOST = 0.5;

/** Whether most of some lines come back in code. */
export function hasMost(code: readonly CodeLine[], lines: readonly CodeLine[]): boolean {
  const texts = new Set(code.map(({ withoutSeparator }) => withoutSeparator));
  const telling = lines.filter(({ tellsPlace }) => tellsPlace);
  return (
    telling.filter(({ withoutSeparator }) => texts.has(withoutSeparator)).length >= telling.length * MOST
  );
}

/** Code with the lines in its gaps of what it is the new version of. */
export function filledFrom(
  lines: readonly CodeLine[],
  known: readonly CodeLine[],
): readonly CodeLine[] | undefined {
  const languageId = known[0]?.languageId ?? '';
  const code = readCode(textsOf(lines), languageId);
  const document = knownDocument(textsOf(known), languageId);
  const asked = { start: 0, end: document.lines.length };
  const texts = filled({ document, asked, code, matches: align(document, asked, code).matches });
  return texts && readCode(texts, languageId).lines;
}

/** Whether only the first line of a block is there, or brackets that are paired otherwise. */
export function isBroken({ block }: Item, code: readonly CodeLine[], known: readonly CodeLine[]): boolean {
  const [first, second] = code.filter(({ isBlank, leading }) => !isBlank && leading === undefined);
  if (first === undefined || hasTrait(first.languageId, 'prose')) {
    return false;
  }
  const isHead =
    block?.hasMembers === false && second === undefined && first.is('opens') && known.length !== 1;
  const [own, other] = [openBracketsOf(code), openBracketsOf(known)];
  return isHead || own.unopened !== other.unopened || own.unclosed !== other.unclosed;
}
