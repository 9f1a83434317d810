import { hunkEdits } from '../hunkEdits.ts';
import { lineHunks } from '../lineHunks.ts';
import { applyEdits, comparePositions, linesOf, type TextRange } from '../textRange.ts';
import type { ProposedCode, ReviewReason } from './decision.ts';
import {
  type AskedText,
  planReplacement,
  type ReplacementPlan,
  type ReplacementTarget,
} from './planReplacement.ts';

/** A part of a document that was asked about, and the code that comes in its place. */
export interface Replacement {
  readonly asked: AskedText;
  readonly proposed: ProposedCode;
}

/**
 * Plans the replacement of several parts of a document: each in the document with those above it replaced.
 * @param replacements of whole lines, or only one
 */
export function planReplacements(
  target: Omit<ReplacementTarget, 'asked'>,
  replacements: readonly Replacement[],
): ReplacementPlan {
  const { lines } = target;
  const ordered = [...replacements].sort((one, other) =>
    comparePositions(one.asked.range.start, other.asked.range.start),
  );
  const reasons = new Set<ReviewReason>();
  let replaced = lines;
  let isPlanned = false;
  for (const [index, { asked, proposed }] of ordered.entries()) {
    const movedBy = replaced.length - lines.length;
    const range = moved(asked.range, movedBy);
    const plan = planReplacement({ ...target, lines: replaced, asked: { ...asked, range } }, proposed);
    if (plan.kind === 'refused' || (plan.kind === 'edits' && ordered.length === 1)) {
      return plan;
    }
    if (plan.kind === 'unchanged') {
      continue;
    }
    const next = ordered[index + 1]?.asked.range;
    const below = next && moved(next, movedBy);
    if (below !== undefined && plan.edits.some((edit) => comparePositions(edit.range.end, below.start) > 0)) {
      return { kind: 'refused', reason: 'coversMore' };
    }
    plan.reviewReasons.forEach(reasons.add, reasons);
    replaced = linesOf(applyEdits(replaced, plan.edits));
    isPlanned = true;
  }
  return isPlanned
    ? {
        kind: 'edits',
        edits: hunkEdits(lines, replaced, lineHunks(lines, replaced)),
        reviewReasons: [...reasons],
      }
    : { kind: 'unchanged' };
}

function moved({ start, end }: TextRange, lines: number): TextRange {
  return {
    start: { line: start.line + lines, character: start.character },
    end: { line: end.line + lines, character: end.character },
  };
}
