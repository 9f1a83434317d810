import type { CodeLine } from '../../code/codeLine.ts';
import type { Code } from '../../code/readCode.ts';
import { isElisionLine } from './elision.ts';
import type { KnownDocument } from './knownDocument.ts';
import type { Match } from './possibleMatches.ts';

/*
 * Where code says that it leaves lines out, such as with `// ... existing code ...` (`elision.ts`), there is a gap. What is
 * left out are the document's lines between the line above the gap and the one below, if both match lines of the document.
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
  // A line that matches in another version may have been moved.
  const same = matches.filter(
    ({ code: at, line, kind }) =>
      kind !== 'same' || code.lines[at]?.trimmed === document.lines[line]?.trimmed,
  );
  const lineOf = new Map(same.map((match) => [match.code, match.line]));
  for (const { code: at, line } of same) {
    // The lines that close what both open.
    const [own, known] = [code.ends.get(at) ?? 0, document.ends.get(line) ?? 0];
    if (code.lines[own - 1]?.is('closer') === true && document.lines[known - 1]?.is('closer') === true) {
      lineOf.set(own - 1, known - 1);
    }
  }
  const texts = [...code.lines.keys()].filter((at) => code.lines[at]?.isBlank === false);
  const rankOf = new Map(texts.map((at, rank) => [at, rank]));
  const result: string[] = [];
  let isFilled = false;
  for (let at = 0; at < code.lines.length; at++) {
    const line = code.lines[at];
    if (line === undefined) {
      continue;
    }
    const isGap = isElisionLine(line);
    const rank = rankOf.get(at) ?? 0;
    const [above = -1, below = -1] = [texts[rank - 1], texts[rank + 1]];
    const gap = isGap ? gapAt(document.lines, code.lines, { above, below }, lineOf) : undefined;
    if (gap === undefined) {
      result.push(line.text);
    } else {
      isFilled = true;
      result.splice(result.findLastIndex((text) => text.trim() !== '') + 1);
      result.push(...gap.lines);
      at = gap.below - 1;
    }
  }
  return isFilled ? result : undefined;
}

/** @returns undefined if nothing is left out, or if it is not certain what, or how it is indented */
function gapAt(
  lines: readonly CodeLine[],
  code: readonly CodeLine[],
  { above, below }: { readonly above: number; readonly below: number },
  lineOf: ReadonlyMap<number, number>,
): { lines: readonly string[]; below: number } | undefined {
  const [from, to] = [lineOf.get(above), lineOf.get(below)];
  if (from === undefined || to === undefined || to <= from + 1) {
    return undefined;
  }
  const left = lines.slice(from + 1, to);
  const [inCode, inDocument] = [code[below]?.indent ?? '', lines[to]?.indent ?? ''];
  return left.every(({ isBlank, text }) => isBlank || text.startsWith(inDocument))
    ? {
        lines: left.map(({ isBlank, text }) => (isBlank ? '' : inCode + text.slice(inDocument.length))),
        below,
      }
    : undefined;
}
