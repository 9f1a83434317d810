import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type OverflowInput,
  planOverflow,
  type Remedy,
  tokensLeft,
} from '../../../../src/core/contextWindow/planOverflow.ts';
import { holds } from '../../../support/property.ts';

/** A request to which every remedy can be applied. */
interface Request
  extends Pick<OverflowInput, 'contextWindow' | 'replyReserve' | 'errorMargin' | 'models' | 'canStartNew'> {
  /** Tokens. */
  question: number;
  /** Each with the tokens of its lines. */
  attachments: readonly { id: string; lines: readonly number[] }[];
  /** Each with its tokens, oldest first. */
  exchanges: readonly { id: string; tokens: number }[];
}

function request(part: Partial<Request>): Request {
  return {
    contextWindow: 1000,
    replyReserve: 100,
    errorMargin: 0,
    question: 50,
    attachments: [],
    exchanges: [],
    models: [],
    canStartNew: true,
    ...part,
  };
}

function attachment(id: string, lines: number, tokensOfLine = 10): Request['attachments'][number] {
  return { id, lines: new Array<number>(lines).fill(tokensOfLine) };
}

function exchanges(...tokens: number[]): Request['exchanges'] {
  return tokens.map((each, index) => ({ id: `q${index + 1}`, tokens: each }));
}

function total({ question, attachments, exchanges: allExchanges }: Request): number {
  return sum([
    question,
    ...attachments.flatMap(({ lines }) => lines),
    ...allExchanges.map(({ tokens }) => tokens),
  ]);
}

function needed(given: Request): number {
  return Math.ceil(total(given) * (1 + given.errorMargin)) + given.replyReserve;
}

function sum(values: readonly number[]): number {
  return values.reduce((subtotal, value) => subtotal + value, 0);
}

function plan(given: Request): ReturnType<typeof planOverflow> {
  const { attachments, exchanges: allExchanges } = given;
  return planOverflow({
    ...given,
    attachments: attachments.map(({ id, lines }) => ({
      id,
      tokens: sum(lines),
      lines: lines.length,
      tokensOfFirstLines: (count) => sum(lines.slice(0, count)),
    })),
    exchangeIds: allExchanges.map(({ id }) => id),
    totalTokens: (leftOut) => total({ ...given, exchanges: allExchanges.slice(leftOut) }),
  });
}

/** The same request after a remedy. */
function applied(given: Request, remedy: Remedy): Request {
  switch (remedy.kind) {
    case 'leaveOut':
      return { ...given, exchanges: given.exchanges.filter(({ id }) => !remedy.questions.includes(id)) };
    case 'cut':
      return cut(given, remedy.attachment, remedy.lines);
    case 'model':
      return { ...given, contextWindow: remedy.model.contextWindow };
    case 'newChat':
      return { ...given, exchanges: [] };
  }
}

function cut(given: Request, id: string, lines: number): Request {
  const attachments = given.attachments.map((each) =>
    each.id === id ? { id, lines: each.lines.slice(0, lines) } : each,
  );
  return { ...given, attachments };
}

/** A short summary of a remedy. */
function summaryOf(remedy: Remedy): string {
  switch (remedy.kind) {
    case 'leaveOut':
      return `without ${remedy.questions.join(' ')}`;
    case 'cut':
      return `${remedy.attachment} to ${remedy.lines}`;
    case 'model':
      return `by ${remedy.model.id}`;
    case 'newChat':
      return 'anew';
  }
}

const SMALL = { id: 'small', contextWindow: 1000 };
const LARGE = { id: 'large', contextWindow: 2000 };
const HUGE = { id: 'huge', contextWindow: 9000 };

const CASES: readonly [name: string, given: Partial<Request>, remedies: string[]][] = [
  ['leaving out only the oldest, if that is enough', { exchanges: exchanges(100, 300, 500) }, ['without q1']],
  ['leaving out as many of the oldest as needed', { exchanges: exchanges(100, 300, 600) }, ['without q1 q2']],
  [
    'the smallest model that is large enough',
    { exchanges: exchanges(900), models: [HUGE, SMALL, LARGE], canStartNew: false },
    ['by large'],
  ],
  [
    'shortening the largest attachment as little as needed',
    { attachments: [attachment('a', 20), attachment('b', 90)] },
    ['b to 63'],
  ],
  [
    'shortening the largest attachment to half if shortening it is not enough',
    { attachments: [attachment('a', 91), attachment('b', 88), attachment('c', 1)] },
    ['a to 45'],
  ],
  [
    'shortening the largest attachment that has several lines',
    { attachments: [attachment('a', 1, 500), attachment('b', 49)] },
    ['b to 33'],
  ],
  [
    'every remedy that is sufficient',
    { exchanges: exchanges(300, 300), attachments: [attachment('a', 50)], models: [LARGE] },
    ['without q1', 'a to 23', 'by large'],
  ],
  [
    'no insufficient remedy beside a sufficient one',
    {
      exchanges: exchanges(300, 600),
      attachments: [attachment('a', 2)],
      models: [{ ...LARGE, contextWindow: 1010 }],
    },
    ['without q1'],
  ],
  [
    'leaving out all but the newest, half of the attachment and the largest model if no remedy is sufficient',
    {
      exchanges: exchanges(9000, 300, 1000),
      attachments: [attachment('a', 900)],
      models: [LARGE, HUGE, { ...HUGE, id: 'other' }],
    },
    ['without q1 q2', 'a to 450', 'by other'],
  ],
  [
    'a new chat if only the newest exchange is too large',
    { exchanges: exchanges(900), attachments: [attachment('a', 1)] },
    ['anew'],
  ],
  [
    'a new chat beside sufficient remedies, unless leaving out is one of them',
    { exchanges: exchanges(300, 650), attachments: [attachment('a', 20)], models: [LARGE] },
    ['by large', 'anew'],
  ],
  [
    'a new chat beside insufficient remedies',
    { exchanges: exchanges(300, 820), attachments: [attachment('a', 60)] },
    ['without q1', 'a to 30', 'anew'],
  ],
  [
    'no new chat if that is not enough',
    { exchanges: exchanges(300, 820), attachments: [attachment('a', 90)] },
    ['without q1', 'a to 45'],
  ],
];

const TOO_LARGE: readonly [name: string, given: Partial<Request>, part: unknown][] = [
  [
    'the question',
    { question: 2000, attachments: [attachment('a', 90)], exchanges: exchanges(1, 2), models: [LARGE] },
    { part: 'question' },
  ],
  [
    'a line of an attachment',
    { attachments: [attachment('a', 1, 900), attachment('b', 1)] },
    { part: 'attachment', id: 'a' },
  ],
  ['the reply reserve', { replyReserve: 1000 }, { part: 'reply' }],
  [
    'the last question, if it is asked again',
    { question: 1200, exchanges: exchanges(100), canStartNew: false },
    { part: 'question' },
  ],
];

describe('a request that fits', () => {
  it('says how many tokens can be added so that the request still fits', () => {
    const input = {
      contextWindow: 1000,
      replyReserve: 100,
      errorMargin: 0.1,
      attachments: [],
      exchangeIds: [],
      models: [],
      canStartNew: false,
    };
    for (const used of [0, 50, 799]) {
      const left = tokensLeft({ ...input, totalTokens: () => used });
      assert.equal(left, 799 - used);
      assert.equal(planOverflow({ ...input, totalTokens: () => used + left }), undefined);
    }
    assert.equal(tokensLeft({ ...input, totalTokens: () => 900 }), -101);
  });

  it('has no overflow, up to the last token', () => {
    assert.equal(plan(request({ question: 900 })), undefined);
    assert.equal(plan(request({ question: 901 }))?.requiredTokens, 1001);
  });

  it('includes the error margin of the estimate', () => {
    assert.equal(plan(request({ question: 800, errorMargin: 0.125 })), undefined);
    assert.equal(plan(request({ question: 801, errorMargin: 0.125 }))?.requiredTokens, 1002);
  });
});

describe('an overflow', () => {
  for (const [name, given, remedies] of CASES) {
    it(`offers ${name}`, () => {
      const overflow = plan(request(given));
      assert.deepEqual(overflow?.remedies.map(summaryOf), remedies);
      assert.equal(overflow?.oversizedPart, undefined);
    });
  }

  for (const [name, given, part] of TOO_LARGE) {
    it(`reports the oversized part if there is no remedy: ${name}`, () => {
      const overflow = plan(request(given));
      assert.deepEqual(overflow?.remedies, []);
      assert.deepEqual(overflow?.oversizedPart, part);
    });
  }
});

const anyRequest: fc.Arbitrary<Request> = fc
  .record({
    contextWindow: fc.integer({ min: 100, max: 4000 }),
    replyReserve: fc.nat({ max: 400 }),
    errorMargin: fc.double({ min: 0, max: 0.3, noNaN: true }),
    question: fc.nat({ max: 1500 }),
    attachments: fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 }), {
      maxLength: 4,
    }),
    exchanges: fc.array(fc.nat({ max: 3000 }), { maxLength: 6 }),
    models: fc.array(fc.integer({ min: 100, max: 9000 }), { maxLength: 4 }),
    canStartNew: fc.boolean(),
  })
  .map(({ attachments, exchanges: allExchanges, models, ...rest }) => ({
    ...rest,
    attachments: attachments.map((lines, index) => ({ id: `a${index}`, lines })),
    exchanges: exchanges(...allExchanges),
    models: models.map((contextWindow, index) => ({ id: `m${index}`, contextWindow })),
  }));

/** Whether it fits with headroom, so that a few more words don't exceed the context window again. */
function fitsWell(given: Request): boolean {
  return needed(given) <= given.contextWindow * 0.98;
}

/** Fails if a remedy does more than it needs to. */
function checkRemedy(given: Request, remedy: Remedy): void {
  const after = applied(given, remedy);
  switch (remedy.kind) {
    case 'leaveOut': {
      const { length } = remedy.questions;
      const allExchanges = given.exchanges;
      assert.deepEqual(
        remedy.questions,
        allExchanges.slice(0, length).map(({ id }) => id),
      );
      assert.ok(length >= 1 && length < allExchanges.length, 'It leaves out nothing, or the newest exchange');
      assert.ok(
        length === 1 || !fitsWell({ ...given, exchanges: allExchanges.slice(length - 1) }),
        'It leaves out one too many',
      );
      assert.ok(fitsWell(after) || length === allExchanges.length - 1, 'It leaves out too little');
      break;
    }
    case 'cut': {
      const { attachment: id, lines } = remedy;
      const before = given.attachments.find((each) => each.id === id)?.lines ?? [];
      const others = given.attachments.filter((each) => each.lines.length > 1);
      assert.ok(
        others.every((each) => sum(each.lines) <= sum(before)),
        'The attachment is not the largest',
      );
      assert.ok(lines >= 1 && lines < before.length, 'It keeps no line, or all of them');
      if (fitsWell(after)) {
        assert.ok(lines === before.length - 1 || !fitsWell(cut(given, id, lines + 1)), 'One line too many');
      } else {
        assert.equal(lines, Math.floor(before.length / 2));
        assert.ok(!fitsWell(cut(given, id, 1)), 'Shortening would have been enough');
      }
      break;
    }
    case 'model': {
      const { contextWindow } = remedy.model;
      assert.ok(
        given.models.includes(remedy.model) && contextWindow > given.contextWindow,
        'The model is not larger',
      );
      for (const model of given.models) {
        const isBetter = fitsWell(after)
          ? model.contextWindow < contextWindow
          : model.contextWindow > contextWindow;
        assert.ok(
          !isBetter || !fitsWell({ ...given, contextWindow: model.contextWindow }),
          'Another model is better',
        );
        assert.ok(fitsWell(after) || model.contextWindow <= contextWindow, 'A larger model was not chosen');
      }
      break;
    }
    case 'newChat':
      assert.ok(given.canStartNew && given.exchanges.length > 0);
      assert.equal(plan(after), undefined, 'It does not fit in a new chat');
  }
}

/**
 * Whether the request can be made to fit: with everything left out and shortened as far as possible, and the largest
 * model.
 */
function canFit(given: Request): boolean {
  const minimal: Request = {
    ...given,
    exchanges: given.canStartNew ? [] : given.exchanges.slice(-1),
    attachments: given.attachments.map(({ id, lines }) => ({ id, lines: lines.slice(0, 1) })),
    contextWindow: Math.max(given.contextWindow, ...given.models.map(({ contextWindow }) => contextWindow)),
  };
  return needed(minimal) <= minimal.contextWindow;
}

describe('every remedy', () => {
  it('makes the smallest change that makes the request fit, and is offered once', async () => {
    let remedies = 0;
    const cases = await holds(
      fc.property(anyRequest, (given) => {
        const offered = plan(given)?.remedies ?? [];
        const kinds = offered.map(({ kind }) => kind);
        assert.equal(new Set(kinds).size, kinds.length);
        const ownRemedies = offered.filter(({ kind }) => kind !== 'newChat');
        const sufficient = ownRemedies.filter((remedy) => fitsWell(applied(given, remedy)));
        assert.ok(
          sufficient.length === 0 || sufficient.length === ownRemedies.length,
          'An insufficient remedy is offered next to a sufficient one',
        );
        for (const remedy of offered) {
          remedies++;
          checkRemedy(given, remedy);
        }
      }),
      { runs: 1000 },
    );
    assert.ok(remedies > cases / 3, `Only ${remedies} remedies were checked`);
  });

  it('makes the request fit, alone or followed by others in any order, and is offered only if that is possible', async () => {
    let steps = 0;
    const cases = await holds(
      fc.property(anyRequest, fc.infiniteStream(fc.nat()), (given, picks) => {
        const isPossible = canFit(given);
        let [current, taken] = [given, 0];
        for (let overflow = plan(current); overflow !== undefined; overflow = plan(current)) {
          const { remedies, oversizedPart } = overflow;
          assert.equal(oversizedPart === undefined, isPossible);
          assert.equal(remedies.length > 0, isPossible);
          const remedy = remedies[picks.next().value % remedies.length];
          if (remedy === undefined) {
            return;
          }
          current = applied(current, remedy);
          steps++;
          assert.ok(++taken < 50, 'Remedies never end');
        }
      }),
      { runs: 1000 },
    );
    assert.ok(steps > cases / 2, `Only ${steps} remedies were applied`);
  });
});
