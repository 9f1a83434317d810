import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planReplacement } from '../../../../src/core/editing/plan/planReplacement.ts';
import { applyEdits } from '../../../../src/core/editing/textRange.ts';
import { type Kind, type MadeReply, madeReplies } from './madeReplies.ts';
import { replyCases, styleOf } from './replyCases.ts';

type Outcome = 'right' | 'held' | 'wrongInReview' | 'wrongUnseen';

/** At most as many wrong ones of each kind, in a review and unseen, and at least as many right ones. */
const BOUNDS: Readonly<Record<Kind, { right: number; wrongInReview: number; wrongUnseen: number }>> = {
  'line above repeated': { right: 72, wrongInReview: 29, wrongUnseen: 2 },
  'lines above repeated': { right: 62, wrongInReview: 67, wrongUnseen: 0 },
  'line below repeated': { right: 47, wrongInReview: 22, wrongUnseen: 6 },
  'lines above and below repeated': { right: 36, wrongInReview: 47, wrongUnseen: 0 },
  'whole block': { right: 53, wrongInReview: 2, wrongUnseen: 0 },
  'wrapped in its block': { right: 25, wrongInReview: 8, wrongUnseen: 1 },
  'whole file': { right: 139, wrongInReview: 0, wrongUnseen: 0 },
  'import above': { right: 101, wrongInReview: 2, wrongUnseen: 0 },
  'another block of the document': { right: 0, wrongInReview: 4, wrongUnseen: 1 },
  'code of another file': { right: 0, wrongInReview: 0, wrongUnseen: 0 },
  'comment or attribute left off': { right: 0, wrongInReview: 0, wrongUnseen: 14 },
  'part left out': { right: 0, wrongInReview: 0, wrongUnseen: 107 },
};

function outcomeOf({ lines, start, end, path, languageId, code, isRight }: MadeReply): Outcome {
  const last = lines[end - 1] ?? '';
  const range = { start: { line: start, character: 0 }, end: { line: end - 1, character: last.length } };
  const asked = lines.slice(start, end).join('\n');
  const plan = planReplacement(
    { lines, range, asked, ignoresIndentation: false, path, languageId, style: styleOf(lines) },
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
      assert.ok(unseen.length <= bounds.wrongUnseen, `Wrong unseen:\n${unseen.join('\n')}`);
      assert.ok(inReview.length <= bounds.wrongInReview, `Wrong in a review:\n${inReview.join('\n')}`);
      assert.ok(right.length >= bounds.right, `Only ${right.length} right`);
    });
  }
});
