import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { TokenUsage } from '../../../../src/contract/replyEvent.ts';
import { ChatSession } from '../../../../src/core/asking/chatSession.ts';
import type { ReplyRequest } from '../../../../src/core/asking/chatSessionDeps.ts';
import { messageTokens } from '../../../../src/core/contextWindow/baselineTokens.ts';
import {
  estimateTokens,
  historyBaseline,
  lastCount,
  learnRatio,
  sentQuestionIds,
} from '../../../../src/core/contextWindow/tokenEstimate.ts';
import type { Turn } from '../../../../src/core/conversation/conversation.ts';
import { committed } from '../../../support/committed.ts';
import { holds } from '../../../support/property.ts';
import { watchedTurns } from '../../../support/watchedTurns.ts';

const MODEL = 'any';

const PROSE =
  'The factory closes early today, and nobody asked for the reason, which everybody seems to know anyway. ';
const CODE = 'export function half(value: number): number {\n  return value / 2;\n}\n';
const CHINESE = '这个函数为什么返回一半？请用中文解释一下，谢谢。';

/** Questions and replies of different kinds and lengths. */
const EXCHANGES = Array.from({ length: 12 }, (_, index) => ({
  question: [PROSE, `${PROSE}${CODE.repeat(20)}`, CHINESE, 'Why?'][index % 4] ?? '',
  reply: `${PROSE.repeat(1 + (index % 5))}${CODE.repeat(index % 3)}${CHINESE.repeat(index % 2)}`,
}));

/** A service that counts about `perCharacter` tokens for each character, and Chinese ones as whole tokens. */
function countTokens(text: string, perCharacter: number): number {
  const chinese = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Math.ceil((text.length - chinese) * perCharacter + chinese);
}

/** A conversation, and what is learned from the counts of its service. */
class MeteredConversation {
  ratio: number | undefined;
  readonly session: ChatSession;
  readonly #perCharacter: number;
  #exchange = { question: '', reply: '' };
  #distort: (usage: Required<TokenUsage>) => TokenUsage = (usage) => usage;
  #counted = 0;

  constructor(perCharacter: number, ratio?: number) {
    this.#perCharacter = perCharacter;
    this.ratio = ratio;
    let ids = 0;
    this.session = new ChatSession(
      {
        fetchReply: (request) => this.#fetchReply(request),
        now: () => 0,
        monotonic: () => 0,
        newId: () => `id${++ids}`,
      },
      () => undefined,
    );
  }

  estimate(question: string): number {
    const { turns } = this.session.conversation;
    const baseline = historyBaseline(turns) + messageTokens([{ role: 'user', content: question }]);
    return estimateTokens(baseline, this.ratio ?? 1, lastCount(turns, MODEL));
  }

  /** Asks, and returns the relative error of the estimate before. */
  async ask(exchange = EXCHANGES[0] ?? this.#exchange, distort = this.#distort): Promise<number> {
    const estimate = this.estimate(exchange.question);
    this.#exchange = exchange;
    this.#distort = distort;
    await this.session.ask(committed({ text: exchange.question, attachments: [], model: MODEL }));
    return Math.abs(estimate - this.#counted) / this.#counted;
  }

  async *#fetchReply({ model, messages, baselineTokens: baseline = 0, lastCount: last }: ReplyRequest) {
    const count = (text: string) => countTokens(text, this.#perCharacter);
    const usage = this.#distort({
      inputTokens: messages.reduce((sum, { content }) => sum + count(content) + 5, 0),
      outputTokens: count(this.#exchange.reply),
    });
    this.#counted = usage.inputTokens ?? 0;
    yield { type: 'sending', request: { body: '', settings: { model }, isFolded: false } } as const;
    // The reply names the model differently from the request.
    yield { type: 'started', model: `${model}-2026` } as const;
    yield { type: 'text', text: this.#exchange.reply } as const;
    yield { type: 'usage', usage } as const;
    this.ratio = learnRatio(this.ratio, { tokens: this.#counted, baseline }, last);
    yield { type: 'finished' } as const;
  }
}

async function errorsIn(
  conversation: MeteredConversation,
  distort?: (usage: Required<TokenUsage>) => TokenUsage,
): Promise<number[]> {
  const errors: number[] = [];
  for (const exchange of EXCHANGES) {
    errors.push(await conversation.ask(exchange, distort));
  }
  return errors;
}

describe('the token estimate', () => {
  for (const perCharacter of [0.2, 0.27, 0.45]) {
    it(`is close after a few turns, at ${perCharacter} tokens per character, also in the next conversation`, async () => {
      const first = new MeteredConversation(perCharacter);
      const errors = await errorsIn(first);
      assert.ok(Math.max(...errors.slice(3)) <= 0.1, `${errors}`);
      const [error = 1] = await errorsIn(new MeteredConversation(perCharacter, first.ratio));
      assert.ok(error <= 0.35, `${error} by ${first.ratio}`);
    });
  }

  it('takes the last count as it is, and estimates what was added since', async () => {
    const conversation = new MeteredConversation(0.4, 2);
    await conversation.ask({ question: PROSE, reply: CODE });
    const { turns } = conversation.session.conversation;
    const count = lastCount(turns, MODEL);
    assert.equal(count?.tokens, countTokens(PROSE, 0.4) + 5);
    const added = messageTokens([
      { role: 'assistant', content: CODE },
      { role: 'user', content: 'Why?' },
    ]);
    const expected = count.tokens + added * (conversation.ratio ?? 0);
    // The baseline of a request is a whole number.
    assert.ok(Math.abs(conversation.estimate('Why?') - expected) < 1.5);
    assert.equal(lastCount(turns, 'other'), undefined);
  });

  it('stays close after turns are left out or removed', async () => {
    for (const change of ['leaveOut', 'remove'] as const) {
      const conversation = new MeteredConversation(0.3);
      await errorsIn(conversation);
      const { session } = conversation;
      for (const id of sentQuestionIds(session.conversation.turns).slice(1, 4)) {
        const before = conversation.estimate('Why?');
        if (change === 'remove') {
          session.remove(id);
        } else {
          session.setLeftOut([id], true);
        }
        assert.ok(conversation.estimate('Why?') < before - 20);
      }
      const error = await conversation.ask();
      assert.ok(error <= 0.1, `${change}: ${error}`);
    }
  });

  it('stays close if a service adds a prompt of its own, or counts thinking as output', async () => {
    for (const added of [300, 3000, 20_000]) {
      const conversation = new MeteredConversation(0.27);
      const errors = await errorsIn(conversation, ({ inputTokens, outputTokens }) => ({
        inputTokens: inputTokens + added,
        outputTokens: outputTokens + added,
      }));
      assert.ok(Math.max(...errors.slice(3)) <= 0.15, `${added}: ${errors}`);
      assert.ok(Math.abs((conversation.ratio ?? 0) - 1) < 0.3, `${added}: ${conversation.ratio}`);
    }
  });

  it('ignores counts that can’t be right', async () => {
    for (const tokens of [0, -5, 1, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      const conversation = new MeteredConversation(0.27, 1.1);
      await conversation.ask({ question: CODE.repeat(20), reply: PROSE }, () => ({ inputTokens: tokens }));
      assert.equal(conversation.ratio, 1.1);
      assert.equal(lastCount(conversation.session.conversation.turns, MODEL), undefined, `${tokens}`);
    }
  });

  it('learns nothing from a few words', () => {
    assert.equal(learnRatio(undefined, { tokens: 9, baseline: 6 }), undefined);
    assert.equal(learnRatio(1.2, { tokens: 709, baseline: 506 }, { tokens: 700, baseline: 500 }), 1.2);
  });

  it('stays within bounds for any counts', async () => {
    const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 1e308, Number.NaN));
    const count = fc.record({ tokens: anyNumber, baseline: fc.double({ min: 0, max: 1e6, noNaN: true }) });
    await holds(
      fc.property(fc.array(fc.tuple(count, fc.option(count, { nil: undefined }))), (counts) => {
        let ratio: number | undefined;
        for (const [now, last] of counts) {
          ratio = learnRatio(ratio, now, last);
          assert.ok(ratio === undefined || (ratio >= 1 / 4 && ratio <= 4), `${ratio}`);
        }
      }),
    );
  });
});

describe('the history that is sent', () => {
  const turns = [0, 1, 2].flatMap((index): Turn[] => [
    { kind: 'user', id: `q${index}`, text: `Why ${index}?`, attachments: [], at: 0 },
    { kind: 'assistant', id: `a${index}`, model: MODEL, text: 'Yes.', status: 'finished', startedAt: 0 },
  ]);

  it('is without what is left out, by the user or in addition', () => {
    const one = historyBaseline(turns.slice(0, 2));
    assert.deepEqual(
      [0, 1, 2, 3].map((leftOut) => Math.round(historyBaseline(turns, leftOut) / one)),
      [3, 2, 1, 0],
    );
    const [first, ...rest] = turns;
    const leftOut = [{ ...first, isLeftOut: true } as Turn, ...rest];
    assert.deepEqual(sentQuestionIds(leftOut), ['q1', 'q2']);
    assert.equal(historyBaseline(leftOut), historyBaseline(turns, 1));
    // Nothing leaves out a reply without a question.
    assert.ok(historyBaseline(turns.slice(1), 2) > 0);
  });

  it('is computed from each turn once, so that a key press takes as long in a long conversation', () => {
    const { turns: watched, reads } = watchedTurns(turns);
    const readsOf = (run: () => unknown): number => {
      const before = reads();
      run();
      return reads() - before;
    };
    const toKnowWhatIsSent = readsOf(() => sentQuestionIds(watched));
    assert.ok(readsOf(() => historyBaseline(watched)) > toKnowWhatIsSent + turns.length);
    // Also the kind of each turn.
    assert.ok(readsOf(() => historyBaseline(watched)) <= toKnowWhatIsSent + turns.length);
  });
});
