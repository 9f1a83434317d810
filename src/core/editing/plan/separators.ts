import { balanceOf } from '../../code/codeLine.ts';
import { indentOf } from '../../code/indentOf.ts';
import { hasTrait } from '../../code/languages.ts';
import {
  commaInFront,
  declaresVariable,
  endsItem,
  goesOnWith,
  isKeyed,
  isStatement,
  isUnfinished,
  type LineEnd,
  lineEndOf,
  opensArm,
  opensStatement,
} from '../../code/lineEnd.ts';
import { closersOf, dashOf, hasRole } from '../../code/lineRoles.ts';

/*
 * The end of code: a comma in a list, a semicolon behind a statement, an operator or a backslash with which the next line
 * goes on. Models write what they would write if the code stood alone. What was replaced says what belongs there, and the
 * line below whether something goes on. Lists with their commas in front are the same, at the start.
 */

/** The last line of some lines that has code. */
interface End extends LineEnd {
  readonly index: number;
}

export interface EndPlace {
  readonly replaced: readonly string[];
  /** The lines with text above and below, or the rest of the line; empty if there is none. */
  readonly above: string;
  readonly below: string;
  /** Whether brackets are open that were opened above. */
  readonly isInBrackets: boolean;
  readonly languageId: string;
}

/** Code with the separators at its ends that its place needs. */
export function withSameEnds(code: readonly string[], place: EndPlace): readonly string[] {
  if (hasTrait(place.languageId, 'prose')) {
    return code;
  }
  const whole = withSameStart(withBackslashes(code, place.replaced), place);
  const { replaced, languageId } = place;
  const [known, own] = [endOf(replaced, languageId), endOf(whole, languageId)];
  if (
    known === undefined ||
    own === undefined ||
    balanceOf(replaced.join('\n')) !== balanceOf(whole.join('\n'))
  ) {
    return whole;
  }
  const separator = wantedEnd(whole, own, known, place);
  if (separator === own.separator) {
    return whole;
  }
  if (own.head.trim() === '') {
    return whole.toSpliced(own.index, 1);
  }
  // On a line of its own, as in a shell.
  return known.head.trim() === '' && separator !== ''
    ? whole.toSpliced(own.index + 1, 0, indentOf(own.head) + separator.trim())
    : whole.with(own.index, own.head + separator + own.tail);
}

/**
 * Whether code has its separators elsewhere than what it replaces, so that it can't be told what is right: commas at its
 * ends in a list with commas in front, a declaration in a list of variables, a macro without backslashes, an entry without
 * its dash, a statement in place of a value.
 */
export function hasOtherSeparators(
  code: readonly string[],
  { replaced, above, below, languageId }: EndPlace,
): boolean {
  const [known = '', first = ''] = [replaced[0], code[0]];
  const isLeading =
    commaInFront(known) !== undefined && code.slice(0, -1).some((line) => line.trimEnd().endsWith(','));
  const [declares, declared] = [first, known].map((line) => declaresVariable(line.trim()));
  const declaresInList = above.endsWith(',') && declares === true && declared === false;
  const isMacro =
    isContinued(replaced) && code.length > 1 && !code.some((line) => line.trimEnd().endsWith('\\'));
  const lacksDash =
    dashOf(known) !== undefined && dashOf(first) === undefined && hasTrait(languageId, 'data');
  // With and without a value.
  const isTail =
    hasTrait(languageId, 'valueBlocks') &&
    code.length > 1 &&
    below.startsWith('}') &&
    endsWith(code, ';') &&
    !endsWith(replaced, ';');
  return isLeading || declaresInList || isMacro || lacksDash || isTail;
}

function endsWith(lines: readonly string[], mark: string): boolean {
  return (
    lines
      .findLast((line) => line.trim() !== '')
      ?.trimEnd()
      .endsWith(mark) === true
  );
}

/** A macro of C needs a backslash at the end of each line but the last. */
function withBackslashes(code: readonly string[], replaced: readonly string[]): readonly string[] {
  return isContinued(replaced) && !code.some((line) => line.trimEnd().endsWith('\\'))
    ? code.map((line, index) => (index < code.length - 1 ? `${line.trimEnd()} \\` : line))
    : code;
}

/** Whether all lines but the last one end with a backslash; a single line, too. */
function isContinued(lines: readonly string[]): boolean {
  const isLast = (index: number): boolean => index > 0 && index === lines.length - 1;
  return lines.length > 0 && lines.every((line, index) => line.endsWith('\\') || isLast(index));
}

/** A comma in front of the first line, if what was replaced has one. */
function withSameStart(code: readonly string[], { replaced, languageId }: EndPlace): readonly string[] {
  const [known = '', own = ''] = [replaced[0], code[0]];
  const [comma, present] = [known, own].map(commaInFront);
  if (hasTrait(languageId, 'noSeparators') || (comma === undefined) === (present === undefined)) {
    return code;
  }
  const text = own.trimStart();
  return code.with(0, indentOf(own) + (comma === undefined ? text.slice(present?.length) : comma + text));
}

function wantedEnd(code: readonly string[], own: End, known: End, place: EndPlace): string {
  const [wanted, present] = [known.separator.trim(), own.separator.trim()];
  const { below, isInBrackets, languageId } = place;
  const isText = hasTrait(languageId, 'noSeparators') && [wanted, present].some(endsItem);
  if (wanted === present || isText) {
    return own.separator;
  }
  const isOpen = isUnfinished(own.head);
  if (wanted === '\\' && endsItem(present)) {
    // Behind what ends the statement.
    return own.separator + known.separator;
  }
  if (isJoiner(wanted) || (isJoiner(present) && wanted !== '')) {
    return isOpen ? own.separator : known.separator;
  }
  if (isJoiner(present)) {
    return '';
  }
  if (wanted === '') {
    const isTooMany =
      below.startsWith(present) ||
      (present === ','
        ? // Else it makes a tuple.
          (!hasTrait(languageId, 'tuples') || isInBrackets || closersOf(below) > 0) &&
          !isArm(code, own, languageId)
        : goesOn(code, own, known, place));
    return isTooMany ? '' : own.separator;
  }
  if (wanted === ',') {
    const isList = !hasTrait(languageId, 'tuples') || isInBrackets;
    return isOpen || isArm(code, own, languageId) || !isList ? own.separator : known.separator;
  }
  const isStyle =
    wanted === ';' &&
    hasTrait(languageId, 'optionalSemicolons') &&
    code.some((line, index) => index < own.index && isBareStatement(line, code, languageId));
  return present === ',' || (endsStatement(code, own, languageId) && !isStyle)
    ? known.separator
    : own.separator;
}

/** Whether the next line goes on with what stands before. */
function isJoiner(separator: string): boolean {
  return separator !== '' && !endsItem(separator);
}

/** Whether a line is a whole statement without a semicolon. */
function isBareStatement(line: string, code: readonly string[], languageId: string): boolean {
  const end = endOf([line], languageId);
  return (
    end?.separator === '' &&
    indentOf(line) === indentOf(code[0] ?? '') &&
    isStatement(line.trim(), end.head) &&
    balanceOf(line) === 0
  );
}

/** Whether a semicolon at the end of code would end what goes on, or make another statement of it. */
function goesOn(
  code: readonly string[],
  own: End,
  known: End,
  { replaced, above, below, languageId }: EndPlace,
): boolean {
  if (goesOnWith(below, languageId)) {
    return true;
  }
  const wasBlock = known.head.endsWith('}');
  if (own.head.endsWith('}') && wasBlock) {
    return !endsStatement(code, own, languageId);
  }
  if (wasBlock) {
    return false;
  }
  const isEntry = [known.head, code[0] ?? ''].every((line) => isKeyed(line.trim()));
  if (below.startsWith('}') && (hasTrait(languageId, 'valueBlocks') || above.endsWith(',') || isEntry)) {
    return true;
  }
  const ends = (lines: readonly string[]): number =>
    lines.filter((line) => endOf([line], languageId)?.separator === ';').length;
  return hasTrait(languageId, 'optionalSemicolons') && ends(code) === 1 && ends(replaced) === 0;
}

/** Whether a semicolon belongs behind code that has none at its end. */
function endsStatement(code: readonly string[], { index, head }: End, languageId: string): boolean {
  const start = head.trimStart().slice(0, 1);
  if (isUnfinished(head) || hasRole(head, 'endsWithWord') || start === '#' || start === '@') {
    return false;
  }
  return !head.endsWith('}') || opensStatement(openerOf(code, index).trim(), languageId);
}

/** An arm with a block needs no comma. */
function isArm(code: readonly string[], { index, head }: End, languageId: string): boolean {
  return head.endsWith('}') && opensArm(openerOf(code, index), languageId);
}

/** The line with the bracket that a line closes. */
function openerOf(code: readonly string[], index: number): string {
  let balance = 0;
  for (let at = index; at >= 0; at--) {
    balance += balanceOf(code[at] ?? '');
    if (balance >= 0) {
      return code[at] ?? '';
    }
  }
  return '';
}

function endOf(lines: readonly string[], languageId: string): End | undefined {
  for (let index = lines.length - 1; index >= 0; index--) {
    const end = lineEndOf(lines[index] ?? '', languageId);
    if (end !== undefined) {
      return { ...end, index };
    }
  }
  return undefined;
}
