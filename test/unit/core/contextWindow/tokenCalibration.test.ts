import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { CountedRequest } from '../../../../src/core/contextWindow/countedRequest.ts';
import { median, TokenCalibration } from '../../../../src/core/contextWindow/tokenCalibration.ts';
import { holds } from '../../../support/property.ts';
import { type Counted, MeteredConversation } from './meteredConversation.ts';
import { conversationOf, type Exchange, type Kind } from './sampleConversations.ts';
import { TOKEN_COUNTER_NAMES, type TokenCounterName } from './tokenCounters.ts';

const KINDS = ['prose', 'code', 'cjk', 'mixed'] as const;
const SEEDS = [1, 2, 3, 4, 5];

const relativeError = ({ predicted, tokens }: Counted): number => Math.abs(predicted - tokens) / tokens;
const medianOf = (values: readonly number[]): number => median(values) ?? 1;

/** The relative error of each prediction. */
async function errorsIn(
  conversation: MeteredConversation,
  exchanges: readonly Exchange[],
): Promise<number[]> {
  const errors: number[] = [];
  for (const exchange of exchanges) {
    errors.push(relativeError(await conversation.ask(exchange)));
  }
  return errors;
}

/** A calibration that has learned from a conversation. */
async function trainedCalibration(counter: TokenCounterName, kind: Kind, seed: number, length: number) {
  const conversation = new MeteredConversation(counter);
  await errorsIn(conversation, conversationOf(kind, seed, length));
  return conversation.calibration;
}

const [FIRST, SECOND, THIRD] = conversationOf('mixed', 60, 3) as [Exchange, Exchange, Exchange];

describe('TokenCalibration', () => {
  for (const counter of TOKEN_COUNTER_NAMES) {
    for (const kind of KINDS) {
      it(`has a median error of at most 5 % after three turns: ${kind}, counted in ${counter}`, async () => {
        for (const seed of SEEDS) {
          const conversation = new MeteredConversation(counter);
          const errors = await errorsIn(conversation, conversationOf(kind, seed, 9));
          assert.ok(medianOf(errors.slice(3)) <= 0.05, `seed ${seed}: ${errors}`);
          assert.equal(conversation.calibration.medianError, median(errors));
        }
      });
    }

    it(`predicts a new conversation after learning from one of six turns, counted in ${counter}`, async () => {
      const errors: number[] = [];
      for (const seed of SEEDS) {
        const { data } = await trainedCalibration(counter, 'mixed', seed, 6);
        const later = new MeteredConversation(counter, new TokenCalibration(structuredClone(data)));
        errors.push(...(await errorsIn(later, conversationOf('mixed', seed + 100, 1))));
      }
      assert.ok(medianOf(errors) <= 0.05, `${errors}`);
    });

    it(`has an error of at most 5 % after counted turns are left out or removed: ${counter}`, async () => {
      for (const change of ['leaveOut', 'remove'] as const) {
        const conversation = new MeteredConversation(counter);
        await errorsIn(conversation, conversationOf('mixed', 7, 8));
        const questions = conversation.session.conversation.turns.filter(({ kind }) => kind === 'user');
        for (const { id } of questions.slice(1, 4)) {
          const before = conversation.predict('Why?');
          if (change === 'remove') {
            conversation.session.remove(id);
          } else {
            conversation.session.setLeftOut([id], true);
          }
          assert.ok(conversation.predict('Why?') < before - 50);
        }
        const errors = await errorsIn(conversation, conversationOf('mixed', 70, 4));
        assert.ok(Math.max(...errors) <= 0.05, `${change}: ${errors}`);
      }
    });
  }

  it('estimates only the next message after a counted reply', async () => {
    const conversation = new MeteredConversation(
      'bytes',
      new TokenCalibration({ ratios: [1.5], errors: [] }),
    );
    const { tokens } = await conversation.ask(FIRST, (usage) => ({
      ...usage,
      outputTokens: usage.outputTokens + 1,
    }));
    const [, reply] = conversation.session.conversation.turns;
    const counted = reply?.kind === 'assistant' ? (reply.usage?.outputTokens ?? 0) : 0;
    const next = conversation.predict('') - conversation.calibration.factor * 4;
    assert.ok(Math.abs(next - tokens - counted) < 1e-6, `${next} of ${tokens} and ${counted}`);
  });

  it('predicts the same after a reload, from the stored data and the turns', async () => {
    const conversation = new MeteredConversation('bytes');
    await errorsIn(conversation, [FIRST, SECOND, THIRD]);
    const calibration = new TokenCalibration(structuredClone(conversation.calibration.data));
    assert.equal(
      conversation.predict('Why?', new MeteredConversation('bytes').turns, calibration),
      conversation.predict('Why?'),
    );
  });

  it('attributes the tokens that a service adds to each request to the conversation, not to its texts', async () => {
    for (const added of [300, 3000, 20_000]) {
      const conversation = new MeteredConversation('pieces');
      const errors: number[] = [];
      for (const exchange of conversationOf('mixed', 3, 8)) {
        const { predicted, tokens } = await conversation.ask(exchange, ({ inputTokens, outputTokens }) => ({
          inputTokens: inputTokens + added,
          outputTokens,
        }));
        errors.push(Math.abs(predicted - tokens - added) / (tokens + added));
      }
      assert.ok(medianOf(errors.slice(1)) <= 0.05, `${errors}`);
      assert.ok(Math.abs(conversation.calibration.factor - 1) < 0.15, `${conversation.calibration.factor}`);
    }
  });

  it('at most doubles an estimate because of tokens that a service adds to first questions', async () => {
    let calibration = new TokenCalibration();
    for (const seed of SEEDS) {
      const conversation = new MeteredConversation('pieces', new TokenCalibration(calibration.data));
      for (const exchange of conversationOf('mixed', seed, 1)) {
        await conversation.ask(exchange, ({ inputTokens }) => ({ inputTokens: inputTokens + seed * 200 }));
      }
      ({ calibration } = conversation);
      assert.ok(calibration.factor <= 2, `${calibration.factor}`);
    }
  });

  it('estimates the text of a reply if its output count includes thinking', async () => {
    const conversation = new MeteredConversation('pieces');
    const errors: number[] = [];
    for (const exchange of conversationOf('mixed', 5, 6)) {
      errors.push(
        relativeError(
          await conversation.ask(exchange, (usage) => ({
            ...usage,
            outputTokens: usage.outputTokens + 5000,
          })),
        ),
      );
    }
    assert.ok(medianOf(errors.slice(3)) <= 0.05, `${errors}`);
  });

  it('adapts to a service that starts to count differently', async () => {
    for (const seed of SEEDS) {
      const calibration = await trainedCalibration('pieces', 'mixed', seed, 17);
      const errors = await errorsIn(
        new MeteredConversation('bytes', calibration),
        conversationOf('mixed', seed + 20, 12),
      );
      const fresh = await errorsIn(
        new MeteredConversation('bytes', calibration),
        conversationOf('mixed', seed + 30, 1),
      );
      assert.ok(medianOf(errors.slice(3)) <= 0.01, `seed ${seed}: ${errors}`);
      assert.ok(medianOf(fresh) <= 0.1, `seed ${seed}: ${fresh}`);
    }
  });

  it('starts with the factor of another model, and soon replaces it if the model counts differently', async () => {
    const alike: number[] = [];
    const unlike: number[] = [];
    for (const seed of SEEDS) {
      const { factor } = await trainedCalibration('bytes', 'mixed', seed, 17);
      const begin = (): TokenCalibration => new TokenCalibration({ ratios: [factor], errors: [] });
      assert.equal(begin().medianError, undefined);
      for (const exchange of conversationOf('mixed', seed + 50, 4)) {
        alike.push(...(await errorsIn(new MeteredConversation('bytes', begin()), [exchange])));
      }
      const other = new MeteredConversation('pieces', begin());
      await errorsIn(other, conversationOf('mixed', seed + 50, 4));
      for (const exchange of conversationOf('mixed', seed + 80, 4)) {
        unlike.push(...(await errorsIn(new MeteredConversation('pieces', other.calibration), [exchange])));
      }
    }
    assert.ok(medianOf(alike) <= 0.05, `${alike}`);
    assert.ok(medianOf(unlike) <= 0.12, `${unlike}`);
  });

  it('has no median error before the first count', () => {
    const calibration = new TokenCalibration();
    calibration.predict([{ id: 'a', baselineTokens: 100 }]);
    assert.equal(calibration.medianError, undefined);
    assert.equal(calibration.factor, 1);
  });

  it('learns nothing from implausible counts', () => {
    const turns = [{ id: 'a', baselineTokens: 1000 }];
    const calibration = new TokenCalibration({ ratios: [1.1, 1.2], errors: [0.03] });
    const before = structuredClone(calibration.data);
    for (const tokens of [0, -5, 1, 100, Number.NaN, Number.POSITIVE_INFINITY, 1e12]) {
      calibration.learn(turns, tokens);
      assert.deepEqual(calibration.data, before);
    }
    calibration.learn([], 7);
    assert.deepEqual(calibration.data, before);
  });

  it('learns no factor from a few words or from a request with no new turns', () => {
    const calibration = new TokenCalibration();
    calibration.learn([{ id: 'a', baselineTokens: 6 }], 9);
    const again: CountedRequest = { turnIds: new Set(['b']), baselineTokens: 500, inputTokens: 700 };
    calibration.learn([{ id: 'b', baselineTokens: 500 }], 700, again);
    assert.deepEqual(calibration.data.ratios, []);
    assert.equal(calibration.data.errors.length, 2);
  });

  it('is hardly affected by an outlier', async () => {
    const conversation = new MeteredConversation('pieces');
    await errorsIn(conversation, conversationOf('mixed', 1, 5));
    const { factor } = conversation.calibration;
    for (const [times, exchange] of [
      [100, FIRST],
      [0.25, SECOND],
    ] as const) {
      await conversation.ask(exchange, ({ inputTokens }) => ({ inputTokens: inputTokens * times }));
      await conversation.ask(THIRD);
      const after = await conversation.ask(FIRST);
      assert.ok(relativeError(after) <= 0.05, `${relativeError(after)}`);
      assert.ok(
        Math.abs(conversation.calibration.factor / factor - 1) < 0.1,
        `${conversation.calibration.factor} ${factor}`,
      );
    }
  });

  it('keeps the latest ratios and errors, and an outlier among them hardly changes the factor', () => {
    const calibration = new TokenCalibration();
    const turns = [{ id: 'a', baselineTokens: 1000 }];
    for (let tokens = 1001; tokens <= 1020; tokens++) {
      calibration.learn(turns, tokens);
    }
    const latest = Array.from({ length: 9 }, (_, index) => (1012 + index) / 1000);
    assert.deepEqual(calibration.data.ratios, latest);
    assert.equal(calibration.data.errors.length, 15);
    assert.equal(calibration.factor, 1.016);
    const many = new Array<number>(20).fill(0.5);
    const { ratios, errors } = new TokenCalibration({ ratios: many, errors: many }).data;
    assert.deepEqual([ratios.length, errors.length], [9, 15]);
    calibration.learn([...turns, { id: 'b', baselineTokens: 100 }], 1700, {
      turnIds: new Set(['a']),
      baselineTokens: 1000,
      inputTokens: 1000,
    });
    assert.deepEqual(calibration.data.ratios, [...latest.slice(1), 7]);
    assert.equal(calibration.factor, 1.017);
  });

  it('is hardly affected by a few first questions with a quarter of their count', async () => {
    for (const seed of SEEDS) {
      const calibration = await trainedCalibration('pieces', 'prose', seed, 8);
      const { factor } = calibration;
      for (const more of [50, 90, 91]) {
        const [exchange = FIRST] = conversationOf('prose', seed + more, 1);
        await new MeteredConversation('pieces', calibration).ask(exchange, (usage) => ({
          inputTokens: usage.inputTokens / 4,
        }));
      }
      assert.ok(Math.abs(calibration.factor / factor - 1) <= 0.1, `${calibration.factor} ${factor}`);
    }
  });

  it('stays within bounds for any counts and any stored data', async () => {
    const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 1e308, Number.NaN));
    const turns = fc
      .array(
        fc.record({ id: fc.constantFrom('a', 'b', 'c'), baselineTokens: fc.double({ min: 4, max: 1e6 }) }),
      )
      .map((all) => all.filter(({ id }, index) => all.findIndex((each) => each.id === id) === index));
    const counted = fc.record(
      {
        turnIds: fc.subarray(['a', 'b', 'c']).map((ids) => new Set(ids)),
        baselineTokens: fc.double({ min: 4, max: 3e6, noNaN: true }),
        inputTokens: fc.double({ min: 1, max: 1e7, noNaN: true }),
        reply: fc.record({ id: fc.constantFrom('a', 'b'), tokens: anyNumber }),
      },
      { requiredKeys: ['turnIds', 'baselineTokens', 'inputTokens'] },
    );
    await holds(
      fc.property(
        fc.record({ ratios: fc.array(anyNumber), errors: fc.array(anyNumber) }),
        fc.array(fc.tuple(turns, anyNumber, fc.option(counted, { nil: undefined })), { maxLength: 12 }),
        turns,
        (stored, requests, nextTurns) => {
          const calibration = new TokenCalibration(stored);
          for (const [sent, tokens, before] of requests) {
            calibration.learn(sent, tokens, before);
          }
          const baselineTokens = nextTurns.reduce((sum, turn) => sum + turn.baselineTokens, 0);
          const total = calibration.predict(nextTurns);
          assert.ok(total >= 0 && total <= baselineTokens * 8 + 1e-6, `${total} of ${baselineTokens}`);
          assert.ok(calibration.factor >= 1 / 8 && calibration.factor <= 8, `${calibration.factor}`);
          assert.ok(
            calibration.medianError === undefined ||
              (calibration.medianError >= 0 && calibration.medianError <= 1),
            `${calibration.medianError}`,
          );
          assert.ok(calibration.data.ratios.length <= 9 && calibration.data.errors.length <= 15);
        },
      ),
    );
  });
});
