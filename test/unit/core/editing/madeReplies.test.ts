import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planReplacement } from '../../../../src/core/editing/plan/planReplacement.ts';
import { applyEdits } from '../../../../src/core/editing/textRange.ts';
import { type Kind, type MadeReply, madeReplies } from './madeReplies.ts';
import { replyCases, styleOf } from './replyCases.ts';

type Outcome = 'right' | 'held' | 'wrongInReview' | 'wrongUnseen';

/** At most as many that are wrong in a review, of each kind, and at least as many right ones. */
const BOUNDS: Readonly<Record<Kind, { right: number; wrongInReview: number }>> = {
  'line above repeated': { right: 137, wrongInReview: 4 },
  'lines above repeated': { right: 177, wrongInReview: 9 },
  'line below repeated': { right: 124, wrongInReview: 4 },
  'lines above and below repeated': { right: 133, wrongInReview: 4 },
  'whole block': { right: 74, wrongInReview: 2 },
  'wrapped in its block': { right: 52, wrongInReview: 1 },
  'whole file': { right: 195, wrongInReview: 1 },
  'import above': { right: 129, wrongInReview: 1 },
  'another block of the document': { right: 90, wrongInReview: 1 },
  'code of another file': { right: 0, wrongInReview: 0 },
  'comment or attribute left off': { right: 24, wrongInReview: 0 },
  'part left out': { right: 0, wrongInReview: 0 },
};

/** Wrong unseen is none, but for code of which nobody can tell that it is not a new version: at most this share. */
const MAX_FOREIGN = 1 / 20;

function outcomeOf({ lines, start, end, path, languageId, code, isRight }: MadeReply): Outcome {
  const last = lines[end - 1] ?? '';
  const range = { start: { line: start, character: 0 }, end: { line: end - 1, character: last.length } };
  const text = lines.slice(start, end).join('\n');
  const plan = planReplacement(
    { lines, asked: { range, text, ignoresIndentation: false }, path, languageId, style: styleOf(lines) },
    { code, info: '', isIncomplete: false },
  );
  if (plan.kind !== 'edits') {
    return 'held';
  }
  if (isRight?.(applyEdits(lines, plan.edits)) === true) {
    return 'right';
  }
  if (plan.reviewReasons.length === 0) {
    return 'wrongUnseen';
  }
  return isRight === undefined ? 'held' : 'wrongInReview';
}

describe('made replies', () => {
  const byKind = Map.groupBy(madeReplies(replyCases()), ({ kind }) => kind);

  for (const [kind, replies] of byKind) {
    it(`${kind}: ${replies.length}`, () => {
      const outcomes = replies.map((reply) => ({ reply, outcome: outcomeOf(reply) }));
      const named = (wanted: Outcome): string[] =>
        outcomes
          .filter(({ outcome }) => outcome === wanted)
          .map(({ reply: { name, start, end } }) => `${name}, lines ${start} to ${end}`);
      const [right, inReview, unseen] = [named('right'), named('wrongInReview'), named('wrongUnseen')];
      const bounds = BOUNDS[kind];
      const most = kind === 'code of another file' ? replies.length * MAX_FOREIGN : 0;
      assert.ok(unseen.length <= most, `Wrong unseen:\n${unseen.join('\n')}`);
      assert.ok(inReview.length <= bounds.wrongInReview, `Wrong in a review:\n${inReview.join('\n')}`);
      assert.ok(right.length >= bounds.right, `Only ${right.length} right`);
    });
  }
});
