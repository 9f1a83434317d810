import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { balanceOf, CodeLine } from '../../../../src/core/code/codeLine.ts';
import { parseInfoString } from '../../../../src/core/code/infoString.ts';
import { tellsPlace } from '../../../../src/core/code/lineRoles.ts';
import { describeAnchor, findAnchor } from '../../../../src/core/editing/findAnchor.ts';
import { hunkEdits } from '../../../../src/core/editing/hunkEdits.ts';
import { coversBlankLines } from '../../../../src/core/editing/insertionPlace.ts';
import { lineHunks } from '../../../../src/core/editing/lineHunks.ts';
import { hasElision } from '../../../../src/core/editing/plan/elision.ts';
import { fitsDocument } from '../../../../src/core/editing/plan/fitsDocument.ts';
import { planReplacement } from '../../../../src/core/editing/plan/planReplacement.ts';
import { applyEdits, linesOf, type TextPosition, textIn } from '../../../../src/core/editing/textRange.ts';
import { codeBlocksOf, unclosedCodeBlock } from '../../../../src/core/markdown/codeBlocks.ts';
import { MISPLACED, WRITTEN_UNSEEN } from './misplacedReplies.ts';
import { REVIEW_REASONS, type ReplyCase, replyCases, type Selected, styleOf } from './replyCases.ts';

type Outcome =
  | { kind: 'applied' | 'review'; text: string; reasons: readonly string[] }
  | { kind: 'unchanged' | 'refused' | 'not offered' };

const CASES = replyCases();

/** Of those that a careful person could place. */
const MIN_OFFERED = 0.9;

function outcomeOf(one: ReplyCase, { lines, range }: Selected, lineEnd = '\n'): Outcome {
  const reply = one.hasCrlf ? one.reply.replaceAll('\n', '\r\n') : one.reply;
  const block = codeBlocksOf(reply)[one.block];
  assert.ok(block, `${one.name}: The reply has no such block`);
  if (!fitsDocument(parseInfoString(block.info).language, one.languageId)) {
    return { kind: 'not offered' };
  }
  const plan = planReplacement(
    {
      ...one,
      lines,
      asked: { range, text: one.asked, ignoresIndentation: one.ignoresIndentation },
      style: styleOf(lines),
    },
    {
      code: block.code.replaceAll('\n', lineEnd),
      info: block.info,
      isIncomplete: one.isIncomplete || unclosedCodeBlock(reply) === one.block,
    },
  );
  return plan.kind === 'edits'
    ? {
        kind: plan.reviewReasons.length > 0 ? 'review' : 'applied',
        text: applyEdits(lines, plan.edits).replaceAll('\r\n', '\n'),
        reasons: plan.reviewReasons,
      }
    : { kind: plan.kind };
}

/** Whether code would get where it must not be, or would be applied unseen although a person has to look at it first. */
function isWrongPlace(one: ReplyCase, outcome: Outcome): boolean {
  const mustBeSeen = one.expected.kind === 'review' || one.expected.kind === 'not applied unseen';
  return (
    'text' in outcome &&
    ((one.isPlaceable && !one.isRight(outcome.text)) || (mustBeSeen && outcome.kind === 'applied'))
  );
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

function titleOf({ theme, name }: ReplyCase): string {
  return `${theme}: ${name}`;
}

/** "The rest of the code stays as it is" in seven languages, and in none. */
const LEFT_OUT = [
  '既存のコード',
  '其余代码不变',
  'Rest bleibt unverändert',
  'le reste du code reste inchangé',
  'el resto sin cambios',
  'остальной код без изменений',
  '나머지는 그대로',
  'qorvex lum',
];

/** A comment and what is around it on its line. */
const COMMENT = /^(.*?(?:\/\/+|\/\*+|#+|--+|<!--)) .*?( (?:\*\/|-->))?([\s})\]]*[;,]?)$/;

/** The reply of a case that leaves lines out, with other words in the comments that say so. */
function withMarks({ reply, block, languageId, asked }: ReplyCase, words: string): string | undefined {
  const code = codeBlocksOf(reply)[block]?.code ?? '';
  const lines = code.split('\n').map((line) => {
    const isMark = !asked.includes(line.trim()) && hasElision([new CodeLine(line, languageId)], []);
    return isMark
      ? line.replace(COMMENT, (_, start, end = '', rest) => `${start} ${words}${end}${rest}`)
      : line;
  });
  const changed = lines.join('\n');
  return changed === code ? undefined : reply.replace(code, () => changed);
}

/** Inserted since the question was asked. */
const INSERTED = ['inserted();', ''];

/** Inserts lines between two blocks above the selection, if there are two, but not among imports. */
function withInserted({ lines, range: { start, end } }: Selected): Selected | undefined {
  const at = lines.findLastIndex(
    (line, index) => index < start.line && /^(?!import\b)\S/.test(line) && lines[index - 1] === '',
  );
  if (at < 0) {
    return undefined;
  }
  const moved = ({ line, character }: TextPosition) => ({ line: line + INSERTED.length, character });
  return {
    lines: [...lines.slice(0, at), ...INSERTED, ...lines.slice(at)],
    range: { start: moved(start), end: moved(end) },
  };
}

/** @returns undefined if a review shows a whole new file, in which the lines are not */
function withoutInserted(outcome: Outcome): string | undefined {
  const inserted = `${INSERTED.join('\n')}\n`;
  return 'text' in outcome && (outcome.text.includes(inserted) || !outcome.reasons.includes('wider'))
    ? outcome.text.replace(inserted, '')
    : undefined;
}

describe('replies', () => {
  const outcomes = CASES.map((one) => ({ one, outcome: outcomeOf(one, one.now) }));

  for (const { one, outcome } of outcomes) {
    it(titleOf(one), () => {
      if (WRITTEN_UNSEEN.has(titleOf(one))) {
        assert.ok(outcome.kind === 'applied' && isWrongPlace(one, outcome), 'It is seen now');
        return;
      }
      if (MISPLACED.has(titleOf(one))) {
        const isUnseen = outcome.kind === 'applied' && isWrongPlace(one, outcome);
        assert.ok(!isUnseen, 'It is written to a wrong place unseen');
        assert.ok(isWrongPlace(one, outcome) || !isExpected(one, outcome), 'It is placed rightly now');
        return;
      }
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

  it('get to their places after lines were inserted above', () => {
    // The rest can be found only by following the edits.
    const findable = CASES.filter(
      ({ before, now, asked }) =>
        now === before &&
        asked === textIn(before.lines, before.range) &&
        (asked.trim() !== '' || coversBlankLines(before.lines, before.range)),
    );
    const lost: string[] = [];
    const wrong: string[] = [];
    for (const one of findable) {
      const { before, asked } = one;
      const inserted = withInserted(before);
      if (inserted === undefined) {
        continue;
      }
      const found = findAnchor(inserted.lines, asked, describeAnchor(before.lines, before.range));
      if ('error' in found) {
        lost.push(titleOf(one));
        continue;
      }
      assert.deepEqual(found, { range: inserted.range, ignoresIndentation: false }, one.name);
      const text = withoutInserted(outcomeOf(one, inserted));
      if (text !== undefined && one.isPlaceable && !one.isRight(text) && !MISPLACED.has(titleOf(one))) {
        wrong.push(titleOf(one));
      }
    }
    assert.deepEqual(wrong, []);
    // The line stands twice, and the lines around it have changed.
    assert.deepEqual(lost, [
      'changedSince: whole tests returned, one of equal lines selected',
      'separators: TypeScript parameter in the middle of a header, reply without the comma',
    ]);
  });

  it('add nothing unseen that the document has meanwhile, all of it or a part', () => {
    const twice: string[] = [];
    let made = 0;
    const isWholeLines = ({ lines, range: { start, end } }: Selected): boolean =>
      `${lines[start.line]?.slice(0, start.character)}${lines[end.line]?.slice(end.character)}`.trim() === '';
    const certain = CASES.filter(
      ({ now, before, expected, isOnlyResult, asked }) =>
        now === before && expected.kind === 'applied' && isOnlyResult && asked !== '' && isWholeLines(before),
    );
    for (const one of certain) {
      const { before, asked, result } = one;
      const after = linesOf(result);
      const hunks = lineHunks(before.lines, after);
      // A part of which the document makes sense.
      const added = hunks.filter(({ rightStart, rightEnd }) => {
        const part = after.slice(rightStart, rightEnd);
        return part.some((line) => tellsPlace(line.trim())) && balanceOf(part.join('\n')) === 0;
      });
      for (const some of [hunks, ...added.map((hunk) => [hunk])]) {
        const lines = linesOf(applyEdits(before.lines, hunkEdits(before.lines, after, some)));
        const found = findAnchor(lines, asked, describeAnchor(before.lines, before.range));
        if (!('error' in found)) {
          made++;
          const outcome = outcomeOf(one, { lines, range: found.range });
          const isWrong = outcome.kind === 'applied' && outcome.text !== result;
          twice.push(...(isWrong && !MISPLACED.has(titleOf(one)) ? [titleOf(one)] : []));
        }
      }
    }
    assert.deepEqual(twice, []);
    assert.ok(made >= 300, `${made} documents`);
  });

  it('are found again where only the indentation has changed', () => {
    for (const { before, now, asked, name } of CASES.filter(({ ignoresIndentation }) => ignoresIndentation)) {
      const found = findAnchor(now.lines, asked, describeAnchor(before.lines, before.range));
      assert.deepEqual(found, { range: now.range, ignoresIndentation: true }, name);
    }
  });

  it('get to no wrong place, and at least nine of ten get to theirs', () => {
    const wrong = outcomes.filter(
      ({ one, outcome }) =>
        isWrongPlace(one, outcome) && !MISPLACED.has(titleOf(one)) && !WRITTEN_UNSEEN.has(titleOf(one)),
    ).length;
    const placeable = outcomes.filter(({ one }) => one.isPlaceable);
    const offered = placeable.filter(
      ({ one, outcome }) => 'text' in outcome && one.isRight(outcome.text),
    ).length;

    const numbers = `${CASES.length} replies, ${wrong} at a wrong place, ${offered} of ${placeable.length} offered`;
    assert.ok(CASES.length >= 160 && wrong === 0 && offered >= MIN_OFFERED * placeable.length, numbers);
  });

  it('leave no lines out unseen, whatever the language in which they say so', () => {
    const unseen: string[] = [];
    let made = 0;
    for (const one of CASES) {
      for (const words of LEFT_OUT) {
        const reply = withMarks(one, words);
        made += Number(reply !== undefined);
        if (reply !== undefined && outcomeOf({ ...one, reply }, one.now).kind === 'applied') {
          unseen.push(`${titleOf(one)}: ${words}`);
        }
      }
    }
    assert.deepEqual(unseen, []);
    assert.ok(made >= 300, `${made} replies`);
  });

  it('name reasons that exist', () => {
    const unknown = CASES.flatMap(({ expected }) => expected.reasons).filter(
      (reason) => !REVIEW_REASONS.has(reason),
    );
    assert.deepEqual(unknown, []);
  });
});
