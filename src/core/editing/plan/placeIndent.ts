import { type CodeLine, depthOf, textsOf } from '../../code/codeLine.ts';
import { hasTrait } from '../../code/languages.ts';
import { sharedIndent } from '../indentation.ts';
import { type IndentTarget, styleOf } from './fitIndentation.ts';
import type { LineRange } from './lineRange.ts';

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
  code: readonly CodeLine[],
  target: Omit<IndentTarget, 'reference' | 'line'>,
  { start, end }: LineRange,
): PlaceIndent | undefined {
  const { lines, languageId } = target;
  const own = lines.slice(start, end).find(({ text }) => text !== '')?.indent ?? '';
  if (hasTrait(languageId, 'prose')) {
    return undefined;
  }
  const tells = ({ isBlank, isDirective }: CodeLine): boolean => !isBlank && !isDirective;
  const above = lines.slice(0, start).findLast(tells);
  const below = lines.slice(end).find(tells);
  const [aboveDepth, belowDepth] = [above?.depth ?? 0, below?.depth ?? 0];
  const closesBelow = below !== undefined && (closes(below) || below.is('continues') || below.is('case'));
  const isOpen =
    above !== undefined &&
    above.comment !== 'alone' &&
    (opens(above) || (closesBelow && belowDepth === aboveDepth && !closes(above)));
  if (isOpen) {
    const { insertSpaces, tabSize } = styleOf({ ...target, reference: [], line: start });
    const inner = above.indent + (insertSpaces ? ' '.repeat(tabSize) : '\t');
    return { indent: belowDepth > aboveDepth ? (below?.indent ?? '') : inner, isUncertain: false };
  }
  // The keys of an entry of a list stand below what is behind its dash.
  const [dashAbove, dashBelow] = [above?.dash, below?.dash];
  if (hasTrait(languageId, 'data') && code[0]?.dash === undefined && (dashAbove ?? dashBelow) !== undefined) {
    const indent = dashAbove === undefined ? (above?.indent ?? '') : ' '.repeat(dashAbove.length);
    return { indent, isUncertain: false };
  }
  const isPossible = (indent: string): boolean => {
    const depth = depthOf(indent);
    return (
      depth > 0 &&
      depth >= Math.min(aboveDepth, belowDepth) &&
      depth <= Math.max(aboveDepth, belowDepth) &&
      (depth > belowDepth || !closesBelow || aboveDepth <= belowDepth)
    );
  };
  const told = [own, sharedIndent(textsOf(code))].find(isPossible);
  if (told !== undefined) {
    return { indent: told, isUncertain: false };
  }
  const [aboveIndent, belowIndent] = [above?.indent ?? '', below?.indent ?? ''];
  return closesBelow && aboveDepth > belowDepth
    ? { indent: aboveIndent, isUncertain: false }
    : { indent: belowIndent, isUncertain: aboveDepth > belowDepth };
}

function opens(line: CodeLine): boolean {
  const isTag = line.trimmed.endsWith('>') && !line.trimmed.endsWith('=>');
  return line.is('opensDeeper') && (!isTag || hasTrait(line.languageId, 'data'));
}

/** Whether a line closes what is above. A tag closes only what it names. */
function closes(line: CodeLine): boolean {
  return line.is('closer') || line.trimmed.startsWith('</');
}
