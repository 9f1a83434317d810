import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type FitChange, type FitInput, planFit } from '../../../../src/core/fit/planFit.ts';
import type { FitAttachment } from '../../../../src/core/fit/trimToFit.ts';
import { holds } from '../../../support/property.ts';

function attachment(id: string, lines: number, tokensOfLine = 10): FitAttachment {
  return { id, lines, tokens: lines * tokensOfLine, tokensOfFirst: (kept) => kept * tokensOfLine };
}

function input(part: Partial<FitInput> = {}): FitInput {
  return {
    window: 1000,
    reserve: 100,
    error: 0,
    question: 50,
    attachments: [],
    ...exchanges(),
    models: [],
    canStartNew: true,
    ...part,
  };
}

function exchanges(...tokens: number[]): Pick<FitInput, 'exchanges' | 'history'> {
  return {
    exchanges: tokens.map((_, index) => `q${index + 1}`),
    history: (leftOut) => tokens.slice(leftOut).reduce((total, each) => total + each, 0),
  };
}

/** A choice in short words. */
function told({ leaveOut, trim, model, startNew }: FitChange): string {
  return [
    ...(leaveOut.length > 0 ? [`without ${leaveOut.join(' ')}`] : []),
    ...trim.map(({ id, lines }) => `${id} to ${lines}`),
    ...(model === undefined ? [] : [`by ${model.id}`]),
    ...(startNew ? ['anew'] : []),
  ].join(', ');
}

const SMALL = { id: 'small', window: 1000 };
const LARGE = { id: 'large', window: 2000 };
const HUGE = { id: 'huge', window: 9000 };

const CASES: readonly [name: string, what: Partial<FitInput>, choices: string[]][] = [
  ['the oldest alone, where that is enough', { ...exchanges(100, 300, 500) }, ['without q1']],
  ['so many of the oldest as it takes', { ...exchanges(100, 300, 600) }, ['without q1 q2']],
  [
    'the smallest model that is large enough',
    { ...exchanges(900), models: [HUGE, SMALL, LARGE] },
    ['by large'],
  ],
  [
    'the largest attachment, as little as it takes',
    { attachments: [attachment('a', 20), attachment('b', 90)] },
    ['b to 63'],
  ],
  [
    'two attachments to the same size where one is not enough',
    { attachments: [attachment('a', 90), attachment('b', 88), attachment('c', 1)] },
    ['a to 41, b to 41'],
  ],
  [
    'each single means, and no two together',
    { ...exchanges(300, 300), attachments: [attachment('a', 50)], models: [LARGE] },
    ['without q1', 'a to 23', 'by large'],
  ],
  [
    'two together where no one is enough',
    { ...exchanges(500, 500), attachments: [attachment('a', 80)], models: [] },
    ['without q1, a to 33', 'anew'],
  ],
  [
    'a new chat where only the newest is in the way',
    { ...exchanges(900), attachments: [attachment('a', 1)] },
    ['anew'],
  ],
  [
    'two together with a new chat beside, where that is enough too',
    { ...exchanges(300, 820), attachments: [attachment('a', 60)], models: [] },
    ['without q1, a to 1', 'anew'],
  ],
  [
    'all three together, with the largest model, where no two are enough',
    {
      ...exchanges(9000, 1000),
      attachments: [attachment('a', 900)],
      models: [LARGE, { id: 'most', window: 9100 }],
    },
    ['without q1, a to 776, by most'],
  ],
];

const TOO_LARGE: readonly [name: string, what: Partial<FitInput>, part: unknown][] = [
  ['the question', { question: 2000, attachments: [attachment('a', 90)] }, { part: 'question' }],
  [
    'a line of an attachment',
    { attachments: [attachment('a', 1, 900), attachment('b', 1)] },
    { part: 'attachment', id: 'a' },
  ],
  ['the room for the reply', { reserve: 1000 }, { part: 'reply' }],
  [
    'what was said last, where it is asked once more',
    { question: 1200, ...exchanges(100), canStartNew: false },
    { part: 'question' },
  ],
];

describe('what fits into a window', () => {
  it('needs no plan, up to the last token', () => {
    assert.equal(planFit(input({ question: 900 })), undefined);
    assert.equal(planFit(input({ question: 901 }))?.needed, 1001);
  });

  it('has room for the error of the estimate', () => {
    assert.equal(planFit(input({ question: 800, error: 0.125 })), undefined);
    assert.equal(planFit(input({ question: 801, error: 0.125 }))?.needed, 1002);
  });
});

describe('what does not fit', () => {
  for (const [name, what, choices] of CASES) {
    it(`offers ${name}`, () => {
      const plan = planFit(input(what));
      assert.deepEqual(plan?.choices.map(told), choices);
      assert.equal(plan?.tooLarge, undefined);
    });
  }

  for (const [name, what, part] of TOO_LARGE) {
    it(`says where nothing helps that it is ${name}`, () => {
      const plan = planFit(input(what));
      assert.deepEqual(plan?.choices, []);
      assert.deepEqual(plan?.tooLarge, part);
    });
  }
});

const tokens = fc.nat({ max: 3000 });
const anyAttachment = fc
  .array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 })
  .map((lines): Omit<FitAttachment, 'id'> => {
    const tokensOfFirst = (kept: number): number =>
      lines.slice(0, kept).reduce((total, line) => total + line, 3);
    return { lines: lines.length, tokens: tokensOfFirst(lines.length), tokensOfFirst };
  });
const anyInput: fc.Arbitrary<FitInput> = fc
  .record({
    window: fc.integer({ min: 100, max: 4000 }),
    reserve: fc.nat({ max: 400 }),
    error: fc.double({ min: 0, max: 0.3, noNaN: true }),
    question: fc.nat({ max: 1500 }),
    attachments: fc.array(anyAttachment, { maxLength: 4 }),
    exchanges: fc.array(tokens, { maxLength: 6 }),
    models: fc.array(fc.integer({ min: 100, max: 9000 }), { maxLength: 4 }),
    canStartNew: fc.boolean(),
  })
  .map(({ attachments, exchanges: said, models, ...rest }) => ({
    ...rest,
    attachments: attachments.map((each, index) => ({ id: `a${index}`, ...each })),
    ...exchanges(...said),
    models: models.map((window, index) => ({ id: `m${index}`, window })),
  }));

/** The same after a choice was made. */
function applied(before: FitInput, { leaveOut, trim, model, startNew }: FitChange): FitInput {
  return {
    ...before,
    window: model?.window ?? before.window,
    exchanges: startNew ? [] : before.exchanges.filter((id) => !leaveOut.includes(id)),
    history: (more) => before.history((startNew ? before.exchanges.length : leaveOut.length) + more),
    attachments: before.attachments.map((each) => {
      const lines = trim.find(({ id }) => id === each.id)?.lines ?? each.lines;
      return { ...each, lines, tokens: lines === each.lines ? each.tokens : each.tokensOfFirst(lines) };
    }),
  };
}

describe('every choice', () => {
  it('makes it fit, leaves out the oldest and never the newest, cuts and keeps lines, and changes nothing else', async () => {
    let choices = 0;
    const cases = await holds(
      fc.property(anyInput, (given) => {
        for (const choice of planFit(given)?.choices ?? []) {
          choices++;
          assert.equal(planFit(applied(given, choice)), undefined, 'It does not fit then');
          const { leaveOut, trim, model, startNew } = choice;
          assert.deepEqual(leaveOut, given.exchanges.slice(0, leaveOut.length));
          assert.ok(leaveOut.length === 0 || leaveOut.length < given.exchanges.length);
          for (const { id, lines } of trim) {
            const before = given.attachments.find((each) => each.id === id);
            assert.ok(before && lines >= 1 && lines < before.lines);
          }
          assert.ok(model === undefined || given.models.includes(model));
          assert.ok(startNew !== true || given.canStartNew);
          assert.ok(
            leaveOut.length + trim.length > 0 || model !== undefined || startNew,
            'It changes nothing',
          );
        }
      }),
      { runs: 1000 },
    );
    assert.ok(choices > cases / 3, `Only ${choices} choices were looked at`);
  });

  it('is there unless something is too large by itself, and then nothing fits', async () => {
    await holds(
      fc.property(anyInput, (given) => {
        const plan = planFit(given);
        assert.equal(plan?.choices.length === 0, plan?.tooLarge !== undefined);
        assert.ok((plan?.choices.length ?? 0) <= 4);
      }),
    );
  });
});
