import type { Attachment } from '../../../src/core/attachments/attachment.ts';
import type { ContextUsageView } from '../../../src/protocol/contextWindow.ts';
import {
  contextWindowFeature,
  toContextUsageView,
} from '../../../src/vscode/contextWindow/contextWindowFeature.ts';
import { TokenMeter } from '../../../src/vscode/contextWindow/tokenMeter.ts';
import { equal, ok, until } from '../assert.ts';
import { connect, removeKey, replyText, sendQuestion, setBaseUrl } from '../extensionAccess.ts';
import { StubMemento } from '../stubStorage.ts';

const CODE = 'export function half(value: number): number {\n  return value / 2;\n}\n\n';

function file(id: string, times: number): Attachment {
  return { id, kind: 'file', path: `src/${id}.ts`, languageId: 'typescript', text: CODE.repeat(times) };
}

describe('TokenMeter', () => {
  afterEach(async () => {
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('takes the count of the service as it is, and learns from it', async () => {
    const found = await connect();
    const { conversations, meter, pipeline } = found;
    // No other suite asks it: what the meter has learned about a model counts in all suites.
    const model = 'assistant-opus-5';
    conversations.current.chooseModel(model);
    const before = meter.tokensOf(file('half', 40), model);
    equal(await sendQuestion(pipeline, { text: 'Why?', attachments: [file('whole', 40)] }), undefined);
    await replyText(found);
    const { turns } = conversations.current.conversation;
    const [, reply] = turns;
    const { inputTokens = 0, outputTokens = 0 } = (reply?.kind === 'assistant' && reply.usage) || {};
    const { history } = meter.estimate('', [], { model, turns });
    ok(inputTokens > 500, 'The service reported no tokens');
    const added = history - inputTokens;
    ok(Math.abs(added - outputTokens) < 0.4 * outputTokens, `${added} of ${outputTokens}`);
    ok(meter.tokensOf(file('half', 40), model) !== before, 'Nothing was learned');
  });

  it('posts the tokens of each part to the panel soon after each change', async () => {
    const found = await connect();
    const { composer } = found;
    const posted: ContextUsageView[] = [];
    const feature = contextWindowFeature({
      ...found,
      ui: {
        post: (message) => message.type === 'contextUsage' && posted.push(message.contextUsage),
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
      const { total, question, attachments, history } = toContextUsageView(found);
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
    const ask = async (model: string): Promise<void> => {
      const events = meter.observe(
        {
          model,
          messages: [{ role: 'user', content: 'A secret of mine' }],

          baselineTokens: 500,
        },
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
    ok(!/secret|So it is/.test(stored), stored);
    ok(stored.length < 2000 && stored.includes('model-19') && !stored.includes('"model-0"'), stored);
    const attachment = file('half', 20);
    const tokens = (from: StubMemento) => new TokenMeter(from).tokensOf(attachment, 'model-19');
    const unknown = tokens(new StubMemento());
    ok(Math.abs(tokens(memento) / unknown - 1.4) < 0.01, `${tokens(memento)} of ${unknown}`);
    for (const earlier of [{ ratios: [1.4], errors: [0.1] }, { ratio: 1e9 }]) {
      await memento.update(memento.keys()[0] ?? '', [{ origin: '', model: 'model-19', ...earlier }]);
      equal(tokens(memento), unknown);
    }
  });

  it('reads each attachment once', () => {
    const meter = new TokenMeter(new StubMemento());
    let reads = 0;
    const { text, ...rest } = file('half', 100);
    const attachment = Object.defineProperty({ ...rest, text }, 'text', {
      get: () => {
        reads += 1;
        return text;
      },
    });
    const estimate = () => meter.estimate('Why?', [attachment], { model: 'any', turns: [] });
    const first = estimate();
    const readsOfFirst = reads;
    equal(estimate(), first);
    equal(reads, readsOfFirst);
  });
});
