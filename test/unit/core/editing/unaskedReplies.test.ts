import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planReplacement } from '../../../../src/core/editing/plan/planReplacement.ts';
import { applyEdits } from '../../../../src/core/editing/textRange.ts';
import { codeBlocksOf, unclosedCodeBlock } from '../../../../src/core/markdown/codeBlocks.ts';
import { REVIEW_REASONS, type ReplyCase, styleOf, unaskedCases } from './replyCases.ts';

type Outcome = { kind: string; text?: string; reasons?: readonly string[] };

const CASES = unaskedCases();

/** Of those that a careful person could place. */
const MIN_OFFERED = 0.9;

function outcomeOf({ reply, block: index, isIncomplete, before: { lines }, ...one }: ReplyCase): Outcome {
  const block = codeBlocksOf(reply)[index];
  assert.ok(block, `${one.name}: The reply has no such block`);
  const { asked: _, ...target } = one;
  const plan = planReplacement(
    { ...target, lines, style: styleOf(lines) },
    {
      code: block.code,
      info: block.info,
      isIncomplete: isIncomplete || unclosedCodeBlock(reply) === index,
    },
  );
  return plan.kind === 'edits'
    ? { kind: 'review', text: applyEdits(lines, plan.edits), reasons: plan.reviewReasons }
    : plan;
}

function isRight(one: ReplyCase, { text, kind, reasons = [] }: Outcome): boolean {
  const { expected } = one;
  return text === undefined
    ? expected.kind === kind || (expected.orRefused && kind === 'refused')
    : one.isRight(text) && expected.reasons.every((reason) => reasons.includes(reason));
}

function titleOf({ theme, name }: ReplyCase): string {
  return `${theme}: ${name}`;
}

describe('replies for a file of which nothing was asked about', () => {
  const outcomes = CASES.map((one) => ({ one, outcome: outcomeOf(one) }));

  for (const { one, outcome } of outcomes) {
    it(titleOf(one), () => {
      if (outcome.text !== undefined && !one.isRight(outcome.text)) {
        assert.equal(outcome.text, one.result);
      }
      assert.ok(
        isRight(one, outcome),
        `Expected ${JSON.stringify(one.expected)}, got ${JSON.stringify(outcome)}`,
      );
    });
  }

  it('are never written unseen, and say why', () => {
    for (const { one, outcome } of outcomes) {
      const { reasons } = outcome;
      assert.ok(reasons === undefined || reasons.includes('named'), titleOf(one));
      assert.ok(reasons?.every((reason) => REVIEW_REASONS.has(reason)) !== false, titleOf(one));
      assert.ok(reasons?.includes('elsewhere') !== true, titleOf(one));
    }
  });

  it('get to no wrong place, and at least nine of ten get to theirs', () => {
    const wrong = outcomes.filter(({ one, outcome: { text } }) => text !== undefined && !one.isRight(text));
    const placeable = outcomes.filter(({ one }) => one.isPlaceable);
    const offered = placeable.filter(({ one, outcome: { text } }) => text !== undefined && one.isRight(text));
    assert.deepEqual(
      wrong.map(({ one }) => titleOf(one)),
      [],
    );
    assert.ok(offered.length >= MIN_OFFERED * placeable.length, `${offered.length} of ${placeable.length}`);
  });
});
