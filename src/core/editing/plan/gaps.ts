import { indentOf } from '../indentation.ts';
import type { Match } from './candidates.ts';
import { isBlank } from './declarations.ts';
import { isElisionLine } from './elision.ts';
import type { Code, KnownDocument } from './knownDocument.ts';

/*
 * Gaps: where code says that it leaves lines out, such as with `// ... existing code ...`, these are the document's lines
 * between the lines above and below the gap, if both match lines of the document for certain.
 */

/** @returns the code with the document's lines in all gaps that are certain; undefined if there are none */
export function filled({
  document,
  code,
  matches,
}: {
  readonly document: KnownDocument;
  readonly code: Code;
  readonly matches: readonly Match[];
}): readonly string[] | undefined {
  const own = new Set(document.lines.map((line) => line.trim()));
  const isGap = (line: string): boolean => !own.has(line.trim()) && isElisionLine(line, document.languageId);
  if (!code.lines.some(isGap)) {
    return undefined;
  }
  const counts = Map.groupBy(code.lines, (line) => line.trim());
  const certain = matches.filter(({ code: at, line, kind }) => {
    const text = code.lines[at]?.trim() ?? '';
    const isOnce = document.places.get(text)?.length === 1 && counts.get(text)?.length === 1;
    return kind !== 'same' || isOnce || text === document.lines[line]?.trim();
  });
  const lineOf = new Map(certain.map((match) => [match.code, match.line]));
  const result: string[] = [];
  let isFilled = false;
  for (let at = 0; at < code.lines.length; at++) {
    const text = code.lines[at] ?? '';
    const gap = isGap(text) ? gapAt(document, code.lines, at, lineOf) : undefined;
    if (gap === undefined) {
      result.push(text);
    } else {
      isFilled = true;
      result.splice(result.findLastIndex((line) => !isBlank(line)) + 1);
      result.push(...gap.lines);
      at = gap.below - 1;
    }
  }
  return isFilled ? result : undefined;
}

/** @returns undefined if nothing is left out, or if it is not certain what, or how it is indented */
function gapAt(
  { lines, blocks }: KnownDocument,
  code: readonly string[],
  gap: number,
  lineOf: ReadonlyMap<number, number>,
): { lines: readonly string[]; below: number } | undefined {
  const above = code.findLastIndex((line, index) => index < gap && !isBlank(line));
  const below = code.findIndex((line, index) => index > gap && !isBlank(line));
  const from = lineOf.get(above);
  // At the end of the code, the rest of the block that was begun.
  const block = blocks.findLast(({ start, end }) => from !== undefined && start < from && from < end);
  const to = below < 0 ? block?.end : lineOf.get(below);
  if (from === undefined || to === undefined || to <= from + 1) {
    return undefined;
  }
  const left = lines.slice(from + 1, to);
  const [inCode, inDocument] =
    below < 0
      ? [indentOf(code[above] ?? ''), indentOf(lines[from] ?? '')]
      : [indentOf(code[below] ?? ''), indentOf(lines[to] ?? '')];
  return left.every((line) => isBlank(line) || line.startsWith(inDocument))
    ? {
        lines: left.map((line) => (isBlank(line) ? '' : inCode + line.slice(inDocument.length))),
        below: below < 0 ? code.length : below,
      }
    : undefined;
}
