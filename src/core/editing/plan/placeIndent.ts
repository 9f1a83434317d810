import { commentFinder } from '../../code/commentSyntax.ts';
import { hasTrait } from '../../code/languages.ts';
import { indentOf, sharedIndent } from '../indentation.ts';
import { depthOf, isBlank, isDirective } from './declarations.ts';
import { CONTINUES_STATEMENT, type IndentTarget, OPENS_BLOCK, styleOf } from './fitIndentation.ts';
import { isClosing, type LineRange } from './lineWorth.ts';

export interface PlaceIndent {
  readonly indent: string;
  /** Whether the lines around could be in different blocks, and nothing tells in which of these the code belongs. */
  readonly isUncertain: boolean;
}

/**
 * How deep code belongs in the place of blank lines: as the lines around ask for. Where these allow several depths, the white
 * space there tells which, or how deep the code is already. `undefined` for text, whose indentation means something else.
 */
export function placeIndent(
  code: readonly string[],
  target: Omit<IndentTarget, 'reference' | 'line'>,
  { start, end }: LineRange,
): PlaceIndent | undefined {
  const { lines, languageId } = target;
  const own = indentOf(lines.slice(start, end).find((line) => line !== '') ?? '');
  if (hasTrait(languageId, 'prose')) {
    return undefined;
  }
  const tells = (line: string): boolean =>
    !isBlank(line) && !(hasTrait(languageId, 'directives') && isDirective(line));
  const above = lines.slice(0, start).findLast(tells);
  const below = lines.slice(end).find(tells);
  const [aboveDepth, belowDepth] = [depthOf(above ?? ''), depthOf(below ?? '')];
  const closesBelow = below !== undefined && (closes(below) || CONTINUES_STATEMENT.test(below.trim()));
  const isComment = above !== undefined && commentFinder(languageId)(above.trim()) === 'alone';
  const isOpen =
    above !== undefined &&
    !isComment &&
    (opens(above, languageId) || (closesBelow && belowDepth === aboveDepth && !closes(above)));
  if (isOpen) {
    const { insertSpaces, tabSize } = styleOf({ ...target, reference: [], line: start });
    const inner = indentOf(above) + (insertSpaces ? ' '.repeat(tabSize) : '\t');
    return { indent: belowDepth > aboveDepth ? indentOf(below ?? '') : inner, isUncertain: false };
  }
  const isPossible = (indent: string): boolean =>
    indent !== '' &&
    depthOf(indent) >= Math.min(aboveDepth, belowDepth) &&
    depthOf(indent) <= Math.max(aboveDepth, belowDepth) &&
    (depthOf(indent) > belowDepth || !closesBelow || aboveDepth <= belowDepth);
  // The keys of an entry of a list stand below what is behind its dash.
  const dash = [above, below].map((line) => /^\s*-\s+/.exec(line ?? '')?.[0]);
  const isEntry = /^\s*-\s/.test(code[0] ?? '');
  if (hasTrait(languageId, 'data') && !isEntry && (dash[0] ?? dash[1]) !== undefined) {
    const indent = dash[0] === undefined ? indentOf(above ?? '') : ' '.repeat(dash[0].length);
    return { indent, isUncertain: false };
  }
  const told = [own, sharedIndent(code)].find(isPossible);
  if (told !== undefined) {
    return { indent: told, isUncertain: false };
  }
  const [aboveIndent, belowIndent] = [indentOf(above ?? ''), indentOf(below ?? '')];
  return closesBelow && aboveDepth > belowDepth
    ? { indent: aboveIndent, isUncertain: false }
    : { indent: belowIndent, isUncertain: aboveDepth > belowDepth };
}

function opens(line: string, languageId: string): boolean {
  const isTag = line.trimEnd().endsWith('>') && !line.trimEnd().endsWith('=>');
  return OPENS_BLOCK.test(line.trimEnd()) && (!isTag || hasTrait(languageId, 'data'));
}

function closes(line: string): boolean {
  return isClosing(line.trim()) || line.trim().startsWith('</');
}
