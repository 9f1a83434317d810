import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { measured } from '../../../../src/core/tokens/measuredText.ts';
import { median } from '../../../../src/core/tokens/median.ts';
import { ModelMeter } from '../../../../src/core/tokens/modelMeter.ts';
import { TOKEN_COUNTER_NAMES, TOKEN_COUNTERS } from '../../../../src/localService/tokenCounters.ts';
import { anyCharacter, holds } from '../../../support/property.ts';
import { type Exchange, messagesUpTo, talkOf } from './talks.ts';

const KINDS = ['prose', 'code', 'cjk', 'mixed'] as const;
const SEEDS = [1, 2, 3, 4, 5];

/**
 * Goes through a conversation with a service that counts so; gives how far each prediction was off, as a share of the
 * whole request or of what was new in it.
 */
function offIn(
  meter: ModelMeter,
  talk: readonly Exchange[],
  counter: keyof typeof TOKEN_COUNTERS,
  of: 'whole' | 'new' = 'whole',
): number[] {
  let known = 0;
  const { countInput, count } = TOKEN_COUNTERS[counter];
  return talk.map(({ reply }, index) => {
    const messages = messagesUpTo(talk, index);
    const texts = messages.map(({ content }) => measured(content));
    const inputTokens = countInput(messages);
    const predicted = meter.predict(texts);
    meter.learn(texts, measured(reply), { inputTokens, outputTokens: count(reply) }, predicted);
    const share = Math.abs(predicted - inputTokens) / (inputTokens - (of === 'new' ? known : 0));
    known = inputTokens + count(reply);
    return share;
  });
}

const medianOf = (values: readonly number[]): number => median(values) ?? 1;

describe('the meter', () => {
  for (const counter of TOKEN_COUNTER_NAMES) {
    for (const kind of KINDS) {
      it(`is off by at most 5 % in the median after three turns: ${kind}, counted in ${counter}`, () => {
        for (const seed of SEEDS) {
          const meter = new ModelMeter();
          const off = offIn(meter, talkOf(kind, seed, 9), counter);
          const late = median(off.slice(3)) ?? 1;
          assert.ok(late <= 0.05, `seed ${seed}: ${off}`);
          assert.equal(meter.error, median(off));
        }
      });
    }

    it(`knows a new conversation from one of six turns, counted in ${counter}`, () => {
      const off = SEEDS.flatMap((seed) => {
        const meter = new ModelMeter();
        offIn(meter, talkOf('mixed', seed, 6), counter);
        // What was learnt, and nothing that was counted.
        const later = new ModelMeter(structuredClone(meter.figures));
        return offIn(later, talkOf('mixed', seed + 100, 1), counter);
      });
      assert.ok((median(off) ?? 1) <= 0.05, `${off}`);
    });
  }

  it('is off by at most 5 % where turns were removed and others come first', () => {
    const talk = talkOf('mixed', 7, 8);
    const meter = new ModelMeter();
    offIn(meter, talk, 'bytes');
    const messages = messagesUpTo(talk, 7).slice(4);
    const predicted = meter.predict(messages.map(({ content }) => measured(content)));
    const counted = TOKEN_COUNTERS.bytes.countInput(messages);
    assert.ok(Math.abs(predicted - counted) / counted <= 0.05, `${predicted} of ${counted}`);
  });

  it('learns what a service adds to each request', () => {
    const meter = new ModelMeter();
    const talk = talkOf('prose', 3, 4);
    for (const index of talk.keys()) {
      const messages = messagesUpTo(talk, index);
      const texts = messages.map(({ content }) => measured(content));
      const usage = { inputTokens: TOKEN_COUNTERS.pieces.countInput(messages) + 20_000 };
      meter.learn(texts, measured(talk[index]?.reply ?? ''), usage, meter.predict(texts));
    }
    const texts = [measured('Why?')];
    const predicted = new ModelMeter(meter.figures).predict(texts);
    assert.ok(Math.abs(predicted - 20_002) < 1000, `${predicted}`);
  });

  it('counts the text of a reply where the output held thoughts as well', () => {
    const meter = new ModelMeter();
    const talk = talkOf('mixed', 5, 6);
    const off = talk.map(({ reply }, index) => {
      const messages = messagesUpTo(talk, index);
      const texts = messages.map(({ content }) => measured(content));
      const inputTokens = TOKEN_COUNTERS.pieces.countInput(messages);
      const predicted = meter.predict(texts);
      const outputTokens = TOKEN_COUNTERS.pieces.count(reply) + 5000;
      meter.learn(texts, measured(reply), { inputTokens, outputTokens }, predicted);
      return Math.abs(predicted - inputTokens) / inputTokens;
    });
    assert.ok((median(off.slice(3)) ?? 1) <= 0.05, `${off}`);
  });

  it('follows a service that begins to count in another way', () => {
    const off = SEEDS.map((seed) => {
      const meter = new ModelMeter();
      offIn(meter, talkOf('mixed', seed, 17), 'pieces');
      return medianOf(offIn(meter, talkOf('mixed', seed + 20, 12), 'bytes', 'new').slice(6));
    });
    assert.ok(medianOf(off) <= 0.06, `${off}`);
  });

  it('begins as another model, and soon forgets it where it counts in another way', () => {
    const alike: number[] = [];
    const unlike: number[] = [];
    for (const seed of SEEDS) {
      const other = new ModelMeter();
      offIn(other, talkOf('mixed', seed, 17), 'bytes');
      const { samples } = other.figures;
      const begin = (): ModelMeter => new ModelMeter(undefined, samples);
      alike.push(...offIn(begin(), talkOf('mixed', seed + 50, 1), 'bytes'));
      unlike.push(medianOf(offIn(begin(), talkOf('mixed', seed + 50, 9), 'pieces', 'new').slice(3)));
      assert.equal(begin().error, undefined);
    }
    assert.ok(medianOf(alike) <= 0.05, `${alike}`);
    assert.ok(medianOf(unlike) <= 0.12, `${unlike}`);
  });

  it('has no error of its own as long as nothing was predicted and counted', () => {
    const meter = new ModelMeter();
    assert.equal(meter.error, undefined);
    meter.remember([measured('Why?')], measured('So.'), { inputTokens: 9, outputTokens: 3 });
    assert.equal(meter.error, undefined);
    meter.learn([measured('Why?')], measured('So.'), {}, 4);
    assert.equal(meter.error, undefined);
  });

  it('begins with what was counted before, and with the usual rates where that is far from them', () => {
    const history = [measured('Explain this.'.repeat(100)), measured('It is so. '.repeat(100))];
    const [asked, answered] = history.map((text) => [text]);
    const blind = new ModelMeter().predict(history);
    const told = new ModelMeter();
    told.remember(asked ?? [], answered?.[0] ?? measured(''), { inputTokens: 340, outputTokens: 360 });
    assert.ok(Math.abs(told.predict(history) - 700) < 10);
    for (const inputTokens of [0, -5, Number.NaN, 1e12, 1, 100, 700]) {
      const lied = new ModelMeter();
      lied.remember(asked ?? [], answered?.[0] ?? measured(''), { inputTokens });
      assert.equal(lied.predict(history), blind);
    }
  });

  it('stays a number within bounds, whatever a service says and whatever was kept', async () => {
    const figure = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 1e308, Number.NaN));
    const texts = fc.array(fc.string({ unit: anyCharacter, maxLength: 60 }).map(measured), { maxLength: 6 });
    const usage = fc.record({ inputTokens: figure, outputTokens: figure }, { requiredKeys: [] });
    const sample = fc.record({ measure: fc.array(figure, { maxLength: 10 }), tokens: figure });
    await holds(
      fc.property(
        fc.record({ samples: fc.array(sample), errors: fc.array(figure) }),
        fc.array(fc.tuple(texts, usage, figure), { maxLength: 12 }),
        texts,
        (figures, exchanges, asked) => {
          const meter = new ModelMeter(figures);
          for (const [messages, told, predicted] of exchanges) {
            meter.learn(messages, measured('So.'), told, predicted);
          }
          const all = meter.predict(asked);
          const units = asked.reduce((sum, { digest }) => sum + (digest % 2 ** 20), 0);
          assert.ok(all >= 0 && all <= units * 20 + asked.length * 100 + 50_000, `${all}`);
          for (const { measure } of asked) {
            assert.ok(meter.tokensOf(measure) >= 0 && meter.tokensOf(measure) <= units * 20);
          }
          assert.ok(meter.tokensOfMessage >= 0 && meter.tokensOfRequest >= 0);
          assert.ok(meter.error === undefined || (meter.error >= 0 && meter.error <= 1));
          assert.ok(meter.figures.samples.length <= 32 && meter.figures.errors.length <= 15);
        },
      ),
    );
  });

  it('loses little to some absurd counts among many', () => {
    const meter = new ModelMeter();
    offIn(meter, talkOf('prose', 1, 8), 'pieces');
    const text = measured(messagesUpTo(talkOf('prose', 50, 1), 0)[0]?.content ?? '');
    const before = meter.tokensOf(text.measure);
    const { error } = meter;
    const predicted = meter.predict([text]);
    for (const inputTokens of [1, 1e15, -3]) {
      meter.learn([text], measured('So.'), { inputTokens }, predicted);
      assert.deepEqual([meter.error, meter.predict([text])], [error, predicted]);
    }
    meter.learn([text], measured('So.'), { inputTokens: 7000 }, predicted);
    const after = meter.tokensOf(text.measure);
    assert.ok(Math.abs(after - before) / before < 0.15, `${before} ${after}`);
  });

  it('loses little to some counts that are a quarter of what they should be', () => {
    const moved = SEEDS.map((seed) => {
      const meter = new ModelMeter();
      offIn(meter, talkOf('prose', seed, 8), 'pieces');
      const [text, ...low] = [50, 90, 91, 92].map((more) =>
        measured(messagesUpTo(talkOf('prose', seed + more, 1), 0)[0]?.content ?? ''),
      );
      const tokens = (): number => meter.tokensOf(text?.measure ?? []);
      const before = tokens();
      for (const one of low) {
        const counted = Math.round(meter.tokensOf(one.measure) / 4);
        meter.learn([one], measured('So.'), { inputTokens: counted }, counted);
      }
      return Math.abs(tokens() - before) / before;
    });
    assert.ok(medianOf(moved) <= 0.1, `${moved}`);
  });

  it('begins with nothing where what was counted has nothing to do with it', () => {
    const texts = ['Explain this. '.repeat(100), 'Why? '.repeat(180)].map(measured);
    const [counted = [], asked = []] = texts.map((text) => [text]);
    const meter = new ModelMeter();
    meter.remember(counted, measured('So.'), { inputTokens: 470 });
    assert.ok(Math.abs(meter.predict(counted) - 470) < 1);
    assert.equal(meter.predict(asked), new ModelMeter().predict(asked));
  });

  it('predicts no less than a share of the usual, even where the rates have come out below zero', () => {
    const samples = [
      { text: 'word '.repeat(100), share: 0.2 },
      { text: 'word'.repeat(100), share: 6 },
      { text: 'word\n\n\n\n'.repeat(200), share: 0.13 },
    ].map(({ text, share }) => {
      const { measure, usual } = measured(text);
      return { measure, tokens: usual * share };
    });
    const meter = new ModelMeter({ samples, errors: [] });
    const blank = measured(' '.repeat(10_000));
    assert.ok(meter.predict([blank]) >= blank.usual / 8);
    assert.ok(meter.tokensOf(blank.measure) >= blank.usual / 8);
  });
});
