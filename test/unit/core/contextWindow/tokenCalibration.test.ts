import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { CountedRequest } from '../../../../src/core/contextWindow/countedRequest.ts';
import { median, TokenCalibration } from '../../../../src/core/contextWindow/tokenCalibration.ts';
import {
  TOKEN_COUNTER_NAMES,
  type TokenCounterName,
} from '../../../../src/localService/chat/tokenCounters.ts';
import { holds } from '../../../support/property.ts';
import { type Counted, MeteredTalk } from './meteredTalk.ts';
import { type Exchange, type Kind, talkOf } from './talks.ts';

const KINDS = ['prose', 'code', 'cjk', 'mixed'] as const;
const SEEDS = [1, 2, 3, 4, 5];

const off = ({ predicted, tokens }: Counted): number => Math.abs(predicted - tokens) / tokens;
const medianOf = (values: readonly number[]): number => median(values) ?? 1;

/** How far each prediction was off, as a share of the whole request. */
async function offIn(talk: MeteredTalk, exchanges: readonly Exchange[]): Promise<number[]> {
  const all: number[] = [];
  for (const exchange of exchanges) {
    all.push(off(await talk.ask(exchange)));
  }
  return all;
}

/** A meter that has learned from conversations. */
async function taught(counter: TokenCounterName, kind: Kind, seed: number, length: number) {
  const talk = new MeteredTalk(counter);
  await offIn(talk, talkOf(kind, seed, length));
  return talk.meter;
}

const [FIRST, SECOND, THIRD] = talkOf('mixed', 60, 3) as [Exchange, Exchange, Exchange];

describe('the meter', () => {
  for (const counter of TOKEN_COUNTER_NAMES) {
    for (const kind of KINDS) {
      it(`is off by at most 5 % in the median after three turns: ${kind}, counted in ${counter}`, async () => {
        for (const seed of SEEDS) {
          const talk = new MeteredTalk(counter);
          const all = await offIn(talk, talkOf(kind, seed, 9));
          assert.ok(medianOf(all.slice(3)) <= 0.05, `seed ${seed}: ${all}`);
          assert.equal(talk.meter.medianError, median(all));
        }
      });
    }

    it(`knows a new conversation from one of six turns, counted in ${counter}`, async () => {
      const all: number[] = [];
      for (const seed of SEEDS) {
        const { data } = await taught(counter, 'mixed', seed, 6);
        const later = new MeteredTalk(counter, new TokenCalibration(structuredClone(data)));
        all.push(...(await offIn(later, talkOf('mixed', seed + 100, 1))));
      }
      assert.ok(medianOf(all) <= 0.05, `${all}`);
    });

    it(`is off by at most 5 % where some of what was counted is left out, and where it is removed: ${counter}`, async () => {
      for (const change of ['leaveOut', 'remove'] as const) {
        const talk = new MeteredTalk(counter);
        await offIn(talk, talkOf('mixed', 7, 8));
        const questions = talk.session.conversation.turns.filter(({ kind }) => kind === 'user');
        for (const { id } of questions.slice(1, 4)) {
          const before = talk.predict('Why?');
          if (change === 'remove') {
            talk.session.remove(id);
          } else {
            talk.session.setLeftOut([id], true);
          }
          assert.ok(talk.predict('Why?') < before - 50);
        }
        const all = await offIn(talk, talkOf('mixed', 70, 4));
        assert.ok(Math.max(...all) <= 0.05, `${change}: ${all}`);
      }
    });
  }

  it('takes what was counted as counted: after a reply, only the next message is estimated', async () => {
    const talk = new MeteredTalk('bytes', new TokenCalibration({ ratios: [1.5], errors: [] }));
    const { tokens } = await talk.ask(FIRST, (usage) => ({ ...usage, outputTokens: usage.outputTokens + 1 }));
    const [, reply] = talk.session.conversation.turns;
    const counted = reply?.kind === 'assistant' ? (reply.usage?.outputTokens ?? 0) : 0;
    const next = talk.predict('') - talk.meter.factor * 4;
    assert.ok(Math.abs(next - tokens - counted) < 1e-6, `${next} of ${tokens} and ${counted}`);
  });

  it('predicts the same after a reload, of what is kept and what the turns say', async () => {
    const talk = new MeteredTalk('bytes');
    await offIn(talk, [FIRST, SECOND, THIRD]);
    const meter = new TokenCalibration(structuredClone(talk.meter.data));
    assert.equal(talk.predict('Why?', new MeteredTalk('bytes').turns, meter), talk.predict('Why?'));
  });

  it('makes no text larger for what a service adds to each request, and counts that with the conversation', async () => {
    for (const added of [300, 3000, 20_000]) {
      const talk = new MeteredTalk('pieces');
      const all: number[] = [];
      for (const exchange of talkOf('mixed', 3, 8)) {
        const { predicted, tokens } = await talk.ask(exchange, ({ inputTokens, outputTokens }) => ({
          inputTokens: inputTokens + added,
          outputTokens,
        }));
        all.push(Math.abs(predicted - tokens - added) / (tokens + added));
      }
      assert.ok(medianOf(all.slice(1)) <= 0.05, `${all}`);
      assert.ok(Math.abs(talk.meter.factor - 1) < 0.15, `${talk.meter.factor}`);
    }
  });

  it('never makes a text more than twice as large for what a service adds to first questions', async () => {
    let meter = new TokenCalibration();
    for (const seed of SEEDS) {
      const talk = new MeteredTalk('pieces', new TokenCalibration(meter.data));
      for (const exchange of talkOf('mixed', seed, 1)) {
        await talk.ask(exchange, ({ inputTokens }) => ({ inputTokens: inputTokens + seed * 200 }));
      }
      ({ meter } = talk);
      assert.ok(meter.factor <= 2, `${meter.factor}`);
    }
  });

  it('estimates the text of a reply where the output held thoughts as well', async () => {
    const talk = new MeteredTalk('pieces');
    const all: number[] = [];
    for (const exchange of talkOf('mixed', 5, 6)) {
      all.push(
        off(
          await talk.ask(exchange, (usage) => ({
            ...usage,
            outputTokens: usage.outputTokens + 5000,
          })),
        ),
      );
    }
    assert.ok(medianOf(all.slice(3)) <= 0.05, `${all}`);
  });

  it('follows a service that begins to count in another way', async () => {
    for (const seed of SEEDS) {
      const meter = await taught('pieces', 'mixed', seed, 17);
      const all = await offIn(new MeteredTalk('bytes', meter), talkOf('mixed', seed + 20, 12));
      const fresh = await offIn(new MeteredTalk('bytes', meter), talkOf('mixed', seed + 30, 1));
      assert.ok(medianOf(all.slice(3)) <= 0.01, `seed ${seed}: ${all}`);
      assert.ok(medianOf(fresh) <= 0.1, `seed ${seed}: ${fresh}`);
    }
  });

  it('begins with the factor of another model, and soon forgets it where it counts in another way', async () => {
    const alike: number[] = [];
    const unlike: number[] = [];
    for (const seed of SEEDS) {
      const { factor } = await taught('bytes', 'mixed', seed, 17);
      const begin = (): TokenCalibration => new TokenCalibration({ ratios: [factor], errors: [] });
      assert.equal(begin().medianError, undefined);
      for (const exchange of talkOf('mixed', seed + 50, 4)) {
        alike.push(...(await offIn(new MeteredTalk('bytes', begin()), [exchange])));
      }
      const other = new MeteredTalk('pieces', begin());
      await offIn(other, talkOf('mixed', seed + 50, 4));
      for (const exchange of talkOf('mixed', seed + 80, 4)) {
        unlike.push(...(await offIn(new MeteredTalk('pieces', other.meter), [exchange])));
      }
    }
    assert.ok(medianOf(alike) <= 0.05, `${alike}`);
    assert.ok(medianOf(unlike) <= 0.12, `${unlike}`);
  });

  it('has no error of its own as long as nothing was counted', () => {
    const meter = new TokenCalibration();
    meter.predict([{ id: 'a', baselineTokens: 100 }]);
    assert.equal(meter.medianError, undefined);
    assert.equal(meter.factor, 1);
  });

  it('learns nothing from counts that can not be true', () => {
    const turns = [{ id: 'a', baselineTokens: 1000 }];
    const meter = new TokenCalibration({ ratios: [1.1, 1.2], errors: [0.03] });
    const before = structuredClone(meter.data);
    for (const tokens of [0, -5, 1, 100, Number.NaN, Number.POSITIVE_INFINITY, 1e12]) {
      meter.learn(turns, tokens);
      assert.deepEqual(meter.data, before);
    }
    meter.learn([], 7);
    assert.deepEqual(meter.data, before);
  });

  it('learns no factor from a few words, nor from a request without anything new', () => {
    const meter = new TokenCalibration();
    meter.learn([{ id: 'a', baselineTokens: 6 }], 9);
    const again: CountedRequest = { turnIds: new Set(['b']), baselineTokens: 500, inputTokens: 700 };
    meter.learn([{ id: 'b', baselineTokens: 500 }], 700, again);
    assert.deepEqual(meter.data.ratios, []);
    assert.equal(meter.data.errors.length, 2);
  });

  it('loses little to an absurd count among others', async () => {
    const talk = new MeteredTalk('pieces');
    await offIn(talk, talkOf('mixed', 1, 5));
    const { factor } = talk.meter;
    for (const [times, exchange] of [
      [100, FIRST],
      [0.25, SECOND],
    ] as const) {
      await talk.ask(exchange, ({ inputTokens }) => ({ inputTokens: inputTokens * times }));
      await talk.ask(THIRD);
      const after = await talk.ask(FIRST);
      assert.ok(off(after) <= 0.05, `${off(after)}`);
      assert.ok(Math.abs(talk.meter.factor / factor - 1) < 0.1, `${talk.meter.factor} ${factor}`);
    }
  });

  it('keeps the latest ratios and errors, and one absurd ratio among them moves the factor little', () => {
    const meter = new TokenCalibration();
    const turns = [{ id: 'a', baselineTokens: 1000 }];
    for (let tokens = 1001; tokens <= 1020; tokens++) {
      meter.learn(turns, tokens);
    }
    const latest = Array.from({ length: 9 }, (_, index) => (1012 + index) / 1000);
    assert.deepEqual(meter.data.ratios, latest);
    assert.equal(meter.data.errors.length, 15);
    assert.equal(meter.factor, 1.016);
    const many = new Array<number>(20).fill(0.5);
    const { ratios, errors } = new TokenCalibration({ ratios: many, errors: many }).data;
    assert.deepEqual([ratios.length, errors.length], [9, 15]);
    meter.learn([...turns, { id: 'b', baselineTokens: 100 }], 1700, {
      turnIds: new Set(['a']),
      baselineTokens: 1000,
      inputTokens: 1000,
    });
    assert.deepEqual(meter.data.ratios, [...latest.slice(1), 7]);
    assert.equal(meter.factor, 1.017);
  });

  it('loses little to some first questions that are counted a quarter of what they should be', async () => {
    for (const seed of SEEDS) {
      const meter = await taught('pieces', 'prose', seed, 8);
      const { factor } = meter;
      for (const more of [50, 90, 91]) {
        const [exchange = FIRST] = talkOf('prose', seed + more, 1);
        await new MeteredTalk('pieces', meter).ask(exchange, (usage) => ({
          inputTokens: usage.inputTokens / 4,
        }));
      }
      assert.ok(Math.abs(meter.factor / factor - 1) <= 0.1, `${meter.factor} ${factor}`);
    }
  });

  it('stays a number within bounds, whatever a service says and whatever was kept', async () => {
    const figure = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 1e308, Number.NaN));
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
        reply: fc.record({ id: fc.constantFrom('a', 'b'), tokens: figure }),
      },
      { requiredKeys: ['turnIds', 'baselineTokens', 'inputTokens'] },
    );
    await holds(
      fc.property(
        fc.record({ ratios: fc.array(figure), errors: fc.array(figure) }),
        fc.array(fc.tuple(turns, figure, fc.option(counted, { nil: undefined })), { maxLength: 12 }),
        turns,
        (kept, requests, asked) => {
          const meter = new TokenCalibration(kept);
          for (const [sent, tokens, before] of requests) {
            meter.learn(sent, tokens, before);
          }
          const baselineTokens = asked.reduce((sum, turn) => sum + turn.baselineTokens, 0);
          const all = meter.predict(asked);
          assert.ok(all >= 0 && all <= baselineTokens * 8 + 1e-6, `${all} of ${baselineTokens}`);
          assert.ok(meter.factor >= 1 / 8 && meter.factor <= 8, `${meter.factor}`);
          assert.ok(
            meter.medianError === undefined || (meter.medianError >= 0 && meter.medianError <= 1),
            `${meter.medianError}`,
          );
          assert.ok(meter.data.ratios.length <= 9 && meter.data.errors.length <= 15);
        },
      ),
    );
  });
});
