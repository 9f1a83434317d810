import type { Attachment } from '../../../src/core/attachments/attachment.ts';
import { median } from '../../../src/core/contextWindow/tokenCalibration.ts';
import type { Turn } from '../../../src/core/conversation/conversation.ts';
import type { ContextUsageView } from '../../../src/protocol/contextWindow.ts';
import {
  contextUsageOf,
  contextWindowFeature,
} from '../../../src/vscode/contextWindow/contextWindowFeature.ts';
import { TokenMeter } from '../../../src/vscode/contextWindow/tokenMeter.ts';
import { equal, ok, until } from '../assert.ts';
import { connect, removeKey, replyText, setBaseUrl } from '../extensionAccess.ts';
import { StubMemento } from '../stubStorage.ts';

const CODE = 'export function half(value: number): number {\n  return value / 2;\n}\n\n';

const QUESTIONS = [
  'Why does this return a number that nobody asked for?',
  '这个函数为什么返回一半？请用中文解释一下。',
  'And now write tests for it, with all that can go wrong: zero, negative numbers, NaN, and very large ones.',
  'Shorter, please.',
  'What would you call it, and why? Give me three names, each with one sentence on what speaks for it.',
  '还有别的办法吗？',
  'Explain `return value / 2` to somebody who has never seen TypeScript.',
];

function file(id: string, times: number): Attachment {
  return { id, kind: 'file', path: `src/${id}.ts`, languageId: 'typescript', text: CODE.repeat(times) };
}

describe('TokenMeter', () => {
  afterEach(async () => {
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('has a median error of at most 5 % after three turns', async () => {
    const found = await connect();
    const { conversations, meter, pipeline } = found;
    // A model that no other suite asks: what the meter has learned about a model counts in all suites.
    const model = 'assistant-opus-5';
    conversations.current.chooseModel(model);
    const errors: number[] = [];
    for (const [index, question] of QUESTIONS.entries()) {
      const attachments = index % 3 === 0 ? [file(`file${index}`, 3 + index * 4)] : [];
      const { turns } = conversations.current.conversation;
      const { total } = meter.estimate(question, attachments, { model, turns });
      equal(await pipeline.send({ text: question, attachments }), undefined);
      await replyText(found);
      const turn = conversations.current.conversation.turns.at(-1);
      const counted = turn?.kind === 'assistant' ? (turn.usage?.inputTokens ?? 0) : 0;
      ok(counted > 0, 'The service reported no tokens');
      errors.push(Math.abs(total - counted) / counted);
    }
    ok((median(errors.slice(3)) ?? 1) <= 0.05, `Off by ${errors}`);
    const { medianError } = meter.estimate('', [], {
      model,
      turns: conversations.current.conversation.turns,
    });
    ok(medianError !== undefined && medianError <= 0.25, `The median error is ${medianError}`);
  });

  it('posts the tokens of each part to the panel soon after each change', async () => {
    const found = await connect();
    const { composer } = found;
    const posted: ContextUsageView[] = [];
    const feature = contextWindowFeature({
      ...found,
      ui: {
        post: (message) => message.type === 'contextUsage' && posted.push(message.contextUsage),
        postTo: () => undefined,
      },
    });
    try {
      composer.draft = 'Why does it do that?';
      await until(
        () => posted.at(-1)?.question ?? 0,
        (tokens) => tokens > 0,
      );
      composer.attach(file('half', 20));
      await until(
        () => posted.at(-1)?.attachments.length,
        (count) => count === 1,
      );
      const last = posted.at(-1);
      equal(last?.attachments[0]?.name, 'src/half.ts');
      ok((last?.attachments[0]?.tokens ?? 0) > 200, `It takes ${last?.attachments[0]?.tokens}`);
      const { total, question, attachments, history } = contextUsageOf(found);
      equal(
        total,
        attachments.reduce((sum, { tokens }) => sum + tokens, question + history),
      );
      equal(last?.total, total);
    } finally {
      feature.dispose();
    }
  });

  it('stores only numbers, of few models, and restores them in the next window', async () => {
    const memento = new StubMemento();
    const meter = new TokenMeter(memento);
    const text = `A secret of mine: ${CODE.repeat(20)}`;
    const turns: Turn[] = [{ kind: 'user', id: 'one', text, attachments: [], at: 1 }];
    const ask = async (model: string): Promise<void> => {
      const events = meter.observe(
        { model, messages: [], source: { turns, conversation: { id: 'any', turns } } },
        (async function* () {
          yield { type: 'text', text: 'So it is.' } as const;
          yield { type: 'usage', usage: { inputTokens: 700, outputTokens: 4 } } as const;
          yield { type: 'finished' } as const;
        })(),
      );
      for await (const _ of events) {
        // Consumes the reply.
      }
    };
    for (let index = 0; index < 20; index++) {
      await ask(`model-${index}`);
    }
    const stored = memento.text;
    ok(!/secret|half|So it is/.test(stored), stored);
    ok(stored.length < 5000 && stored.includes('model-19') && !stored.includes('"model-0"'), stored);
    const restored = new TokenMeter(memento);
    const emptyInput = { model: 'model-19', turns: [] };
    ok(restored.estimate('', [], emptyInput).medianError !== undefined, 'The error was not restored');
    const attachment = file('half', 20);
    const tokens = restored.tokensOf(attachment, 'model-19');
    ok(
      tokens !== new TokenMeter(new StubMemento()).tokensOf(attachment, 'model-19'),
      'No factor was learned',
    );
    // A model without data starts with the factor of the last one.
    equal(restored.tokensOf(attachment, 'other'), tokens);
    equal(restored.estimate('', [], { model: 'other', turns: [] }).medianError, undefined);
    await memento.update(memento.keys()[0] ?? '', [{ origin: 1, ratios: 'none' }]);
    equal(new TokenMeter(memento).estimate('', [], emptyInput).medianError, undefined);
  });

  it('reads each attachment and each turn once', () => {
    const meter = new TokenMeter(new StubMemento());
    let reads = 0;
    const text = 'Half of it.'.repeat(100);
    const watched = <Part extends object>(part: Part): Part & { text: string } =>
      Object.defineProperty({ ...part, text }, 'text', {
        get: () => {
          reads += 1;
          return text;
        },
      });
    const { text: _, ...rest } = file('half', 1);
    const attachment = watched(rest);
    const turn: Turn = watched({ kind: 'user', id: 'one', attachments: [], at: 1 } as const);
    const estimate = () => meter.estimate('Why?', [attachment], { model: 'any', turns: [turn] });
    const first = estimate();
    const readsOfFirst = reads;
    for (const _ of [1, 2, 3]) {
      equal(estimate().total, first.total);
    }
    equal(reads, readsOfFirst);
  });
});
