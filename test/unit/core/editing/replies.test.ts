import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseInfoString } from '../../../../src/core/code/infoString.ts';
import { fitsDocument } from '../../../../src/core/editing/fitsDocument.ts';
import { type IndentStyle, indentOf } from '../../../../src/core/editing/indentation.ts';
import { planReplacement } from '../../../../src/core/editing/planReplacement.ts';
import { applyEdits } from '../../../../src/core/editing/textRange.ts';
import { codeBlocksOf } from '../../../../src/core/markdown/codeBlocks.ts';
import { REVIEW_REASONS, type ReplyCase, replyCases, type Selected } from './replyCases.ts';

type Outcome =
  | { kind: 'applied' | 'review'; text: string; reasons: readonly string[] }
  | { kind: 'unchanged' | 'refused' | 'not offered' };

const CASES = replyCases();

/** Of those that a careful person could place. */
const MIN_OFFERED = 0.9;

function styleOf(lines: readonly string[]): IndentStyle {
  const indents = lines.map(indentOf).filter((indent) => indent !== '');
  return indents.some((indent) => indent.startsWith('\t'))
    ? { insertSpaces: false, tabSize: 4 }
    : { insertSpaces: true, tabSize: Math.min(4, ...indents.map((indent) => indent.length)) };
}

function outcomeOf(one: ReplyCase, { lines, range }: Selected, lineEnd = '\n'): Outcome {
  const block = codeBlocksOf(one.hasCrlf ? one.reply.replaceAll('\n', '\r\n') : one.reply)[one.block];
  assert.ok(block, 'The reply has no such block');
  if (!fitsDocument(parseInfoString(block.info).language, one.languageId)) {
    return { kind: 'not offered' };
  }
  const plan = planReplacement(
    { ...one, lines, range, style: styleOf(lines) },
    { code: block.code.replaceAll('\n', lineEnd), info: block.info, isIncomplete: one.isIncomplete },
  );
  return plan.kind === 'edits'
    ? {
        kind: plan.reviewReasons.length > 0 ? 'review' : 'applied',
        text: applyEdits(lines, plan.edits).replaceAll('\r\n', '\n'),
        reasons: plan.reviewReasons,
      }
    : { kind: plan.kind };
}

/** Whether code would get where it must not be, or would be applied unseen although nobody could place it. */
function isWrongPlace(one: ReplyCase, outcome: Outcome): boolean {
  return 'text' in outcome && (one.isPlaceable ? !one.isRight(outcome.text) : outcome.kind === 'applied');
}

function isExpected({ expected }: ReplyCase, outcome: Outcome): boolean {
  if (expected.orRefused && (outcome.kind === 'refused' || outcome.kind === 'not offered')) {
    return true;
  }
  switch (expected.kind) {
    case 'not applied unseen':
      return outcome.kind !== 'applied';
    case 'placed':
      return 'text' in outcome;
    case 'review':
      return (
        outcome.kind === 'review' && expected.reasons.every((reason) => outcome.reasons.includes(reason))
      );
    default:
      return outcome.kind === expected.kind;
  }
}

describe('replies', () => {
  for (const one of CASES) {
    it(`${one.theme}: ${one.name}`, () => {
      const outcome = outcomeOf(one, one.now);

      if (isWrongPlace(one, outcome) && 'text' in outcome) {
        assert.equal(outcome.text, one.result);
      }
      assert.ok(
        isExpected(one, outcome),
        `Expected ${JSON.stringify(one.expected)}, got ${JSON.stringify(outcome)}`,
      );
      assert.deepEqual(outcomeOf(one, one.now, '\r\n'), outcome, 'Depends on the line ends of the code');
    });
  }

  it('get to no wrong place, and at least nine of ten get to theirs', () => {
    const outcomes = CASES.map((one) => ({ one, outcome: outcomeOf(one, one.now) }));
    const wrong = outcomes.filter(({ one, outcome }) => isWrongPlace(one, outcome)).length;
    const placeable = outcomes.filter(({ one }) => one.isPlaceable);
    const offered = placeable.filter(
      ({ one, outcome }) => 'text' in outcome && one.isRight(outcome.text),
    ).length;

    const numbers = `${CASES.length} replies, ${wrong} at a wrong place, ${offered} of ${placeable.length} offered`;
    assert.ok(CASES.length >= 160 && wrong === 0 && offered >= MIN_OFFERED * placeable.length, numbers);
  });

  it('name reasons that exist', () => {
    const unknown = CASES.flatMap(({ expected }) => expected.reasons).filter(
      (reason) => !REVIEW_REASONS.has(reason),
    );
    assert.deepEqual(unknown, []);
  });
});
