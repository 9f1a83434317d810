import { readLines } from '../../code/codeLine.ts';
import type { parsePatch } from '../../code/patch.ts';
import { lineEdit } from '../hunkEdits.ts';
import { hasSameLines, type TextEdit } from '../textRange.ts';
import { type LineRange, union } from './lineRange.ts';
import type { ReplacementPlan, ReplacementTarget } from './replacement.ts';
import { applyPatch, hunksFor } from './unifiedDiff.ts';

export type PatchPlan =
  | {
      readonly kind: 'patched';
      readonly edit: TextEdit;
      readonly isForOtherFile: boolean;
      readonly before: readonly string[];
      /** The lines of the hunks. */
      readonly code: readonly string[];
      readonly after: readonly string[];
    }
  | Exclude<ReplacementPlan, { kind: 'edits' }>;

/** A patch is applied to the document as it is now, since each of its hunks says itself what it is for. */
export function planPatch(
  target: ReplacementTarget,
  asked: LineRange | undefined,
  hunks: NonNullable<ReturnType<typeof parsePatch>>,
): PatchPlan {
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
  return {
    kind: 'patched',
    edit: lineEdit(lines, whole, after),
    isForOtherFile: isOtherFile,
    before,
    code: parts.flatMap(({ replacement }) => replacement),
    after,
  };
}
