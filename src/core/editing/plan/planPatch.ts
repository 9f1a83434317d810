import { type CodeLine, readLines } from '../../code/codeLine.ts';
import { lineEdit } from '../hunkEdits.ts';
import { hasSameLines } from '../textRange.ts';
import { type ProposedCode, type ReviewReason, reasonsForLines } from './decision.ts';
import { type LineRange, union } from './lineRange.ts';
import type { ReplacementPlan, ReplacementTarget } from './replacement.ts';
import { applyPatch, hunksFor, type parsePatch } from './unifiedDiff.ts';

/** A patch is applied to the document as it is now, since each of its hunks says itself what it is for; always in a review. */
export function planPatch(
  target: ReplacementTarget,
  asked: LineRange | undefined,
  hunks: NonNullable<ReturnType<typeof parsePatch>>,
  { proposed, reasons }: { readonly proposed: ProposedCode; readonly reasons: readonly ReviewReason[] },
): ReplacementPlan {
  const { lines } = target;
  const { hunks: own, isOtherFile, isDeleted } = hunksFor(hunks, target);
  if (isDeleted && !isOtherFile) {
    return { kind: 'refused', reason: 'deletesFile' };
  }
  const parts = applyPatch(own, asked, {
    ...target,
    lines: readLines(lines, target.languageId),
  });
  const [first] = parts;
  if (first === undefined) {
    return { kind: 'refused', reason: 'patchDoesNotMatch' };
  }
  const whole = parts.reduce<LineRange>(union, first);
  const before = lines.slice(whole.start, whole.end);
  const after = parts.flatMap(({ start, replacement }, index) => [
    ...lines.slice(parts[index - 1]?.end ?? whole.start, start),
    ...replacement,
  ]);
  if (hasSameLines(after, before)) {
    return { kind: 'unchanged' };
  }
  const read = (texts: readonly string[]): CodeLine[] => readLines(texts, target.languageId);
  const code = read(parts.flatMap(({ replacement }) => replacement));
  return {
    kind: 'edits',
    edits: [lineEdit(lines, whole, after)],
    reviewReasons: [
      'patch',
      ...(isOtherFile ? (['otherFile'] as const) : []),
      ...reasons,
      ...reasonsForLines({ before: read(before), code, after: read(after), proposed }),
    ],
  };
}
