import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planReplacement } from '../../../../src/core/editing/plan/planReplacement.ts';
import { applyEdits } from '../../../../src/core/editing/textRange.ts';
import { madeReplies } from './madeReplies.ts';
import type { Kind, MadeReply } from './madeReply.ts';
import { replyCases, styleOf } from './replyCases.ts';

type Outcome = 'right' | 'held' | 'wrongInReview' | 'wrongUnseen';

/** At most as many that are wrong in a review, of each kind, and at least as many right ones. */
const BOUNDS: Readonly<Record<Kind, { right: number; wrongInReview: number }>> = {
  'line above repeated': { right: 433, wrongInReview: 11 },
  'lines above repeated': { right: 524, wrongInReview: 27 },
  'line below repeated': { right: 391, wrongInReview: 5 },
  'lines above and below repeated': { right: 435, wrongInReview: 2 },
  'whole block': { right: 240, wrongInReview: 3 },
  'wrapped in its block': { right: 174, wrongInReview: 3 },
  'whole file': { right: 565, wrongInReview: 0 },
  'import above': { right: 379, wrongInReview: 1 },
  'another block of the document': { right: 236, wrongInReview: 1 },
  'code of another file': { right: 0, wrongInReview: 0 },
  'a neighbour that is gone': { right: 0, wrongInReview: 0 },
  'comment or attribute left off': { right: 35, wrongInReview: 0 },
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
      assert.equal(unseen.length, 0, `Wrong unseen:\n${unseen.join('\n')}`);
      assert.ok(inReview.length <= bounds.wrongInReview, `Wrong in a review:\n${inReview.join('\n')}`);
      assert.ok(right.length >= bounds.right, `Only ${right.length} right`);
    });
  }
});
