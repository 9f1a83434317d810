import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planReplacement } from '../../../../src/core/editing/plan/planReplacement.ts';
import { applyEdits } from '../../../../src/core/editing/textRange.ts';
import { type Kind, type MadeReply, madeReplies } from './madeReplies.ts';
import { replyCases, styleOf } from './replyCases.ts';

type Outcome = 'right' | 'held' | 'wrongInReview' | 'wrongUnseen';

/** At most as many that are wrong in a review, of each kind, and at least as many right ones. None is wrong unseen. */
const BOUNDS: Readonly<Record<Kind, { right: number; wrongInReview: number }>> = {
  'line above repeated': { right: 96, wrongInReview: 2 },
  'lines above repeated': { right: 122, wrongInReview: 3 },
  'line below repeated': { right: 77, wrongInReview: 2 },
  'lines above and below repeated': { right: 81, wrongInReview: 3 },
  'whole block': { right: 50, wrongInReview: 1 },
  'wrapped in its block': { right: 31, wrongInReview: 0 },
  'whole file': { right: 132, wrongInReview: 1 },
  'import above': { right: 96, wrongInReview: 1 },
  'another block of the document': { right: 66, wrongInReview: 0 },
  'code of another file': { right: 0, wrongInReview: 0 },
  'comment or attribute left off': { right: 14, wrongInReview: 0 },
  'part left out': { right: 0, wrongInReview: 0 },
};

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
      assert.deepEqual(unseen, [], 'Wrong unseen');
      assert.ok(inReview.length <= bounds.wrongInReview, `Wrong in a review:\n${inReview.join('\n')}`);
      assert.ok(right.length >= bounds.right, `Only ${right.length} right`);
    });
  }
});
