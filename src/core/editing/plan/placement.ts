import type { CodeLine } from '../../code/codeLine.ts';
import type { Code } from '../../code/readCode.ts';
import { commentsAbove } from './commentsAbove.ts';
import type { KnownDocument } from './knownDocument.ts';
import type { LineRange } from './lineRange.ts';
import { bracketBalance } from './lineWorth.ts';
import type { Match } from './possibleMatches.ts';

/** Code and the lines that it takes the place of. */
export interface PlacedCode extends LineRange {
  readonly code: readonly CodeLine[];
  /** For new lines between others: how deep they belong, if that is known. */
  readonly indent?: string;
  /** Whether it is written as it is: lines of the document. */
  readonly isExact?: true;
}

/**
 * Where code belongs. `asked`: in the place of all that was asked about; `wider`, `narrower`: of more or less than that;
 * `elsewhere`: of other lines; `named`: nothing was asked about. `coversMore`: it has more than what was asked about, but
 * which lines it is for can't be told. `otherPlace`: it is not for what was asked about, and where else can't be told.
 */
export type Placement =
  | {
      readonly kind: PlacedKind;
      /** In order; at least one. */
      readonly parts: readonly PlacedCode[];
      /** Whether lines of the document were put where the code says that it leaves some out, and to how many of these places. */
      readonly filled?: 'all' | 'some';
    }
  | { readonly kind: 'coversMore' | 'otherPlace' };

export type PlacedKind = 'asked' | 'wider' | 'narrower' | 'elsewhere' | 'named';

/** Code and the document that it is aligned with. */
export interface Aligned {
  readonly document: KnownDocument;
  readonly asked: LineRange;
  readonly code: Code;
  readonly matches: readonly Match[];
  readonly moved: readonly Match[];
  /** Lines outside that declare something which the code doesn't. */
  readonly missing: readonly number[];
}

/** Two versions of a declaration, with the comments and attributes above that the code has. */
export function declarationsAt(
  document: KnownDocument,
  code: Code,
  block: NonNullable<Match['block']>,
): { code: LineRange; lines: LineRange } {
  const { kinds, lines } = commentsAbove(code.lines, block.code.start);
  const start = block.document.start - commentsAbove(document.lines, block.document.start, kinds).lines;
  return {
    code: { start: block.code.start - lines, end: block.code.end },
    lines: { start, end: block.document.end },
  };
}

/** Code without closing lines at its ends that belong to blocks which are open above what it takes the place of. */
export function withoutExtraClosers({ document: { lines }, asked }: Aligned, part: PlacedCode): PlacedCode {
  const wanted = bracketBalance(lines.slice(part.start, part.end));
  const depth = part.code.find(({ isBlank }) => !isBlank)?.depth ?? 0;
  let balance = bracketBalance(part.code);
  let end = part.code.length;
  for (; end > 1; end--) {
    const last = part.code[end - 1];
    const isExtra =
      last?.brackets.unopened === 0 ? part.end === asked.end && last.depth < depth : balance < wanted;
    if (last === undefined || (!last.isBlank && !(last.is('closer') && isExtra))) {
      break;
    }
    balance -= last.balance;
  }
  const isClosingAbove = lines[part.start]?.is('closer') === true;
  const start = isClosingAbove ? 0 : part.code.findIndex((line) => !line.isBlank && !line.is('closer'));
  return { ...part, code: part.code.slice(Math.max(0, start), end) };
}

/** Parts as a placement; not certain if they overlap. */
export function inOrder(kind: PlacedKind, parts: readonly PlacedCode[]): Placement {
  const sorted = parts.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const isApart = sorted.every(({ start }, index) => start >= (sorted[index - 1]?.end ?? 0));
  return isApart ? { kind, parts: sorted } : { kind: 'coversMore' };
}
