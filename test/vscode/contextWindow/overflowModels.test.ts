import type { ChatClient } from '../../../src/client/chatClient.ts';
import type { Turn } from '../../../src/core/conversation/conversation.ts';
import { ApiKeyStore } from '../../../src/vscode/connection/apiKeyStore.ts';
import { Connections } from '../../../src/vscode/connection/connections.ts';
import { contextUsageOf } from '../../../src/vscode/contextWindow/contextWindowFeature.ts';
import { OverflowGuard } from '../../../src/vscode/contextWindow/overflowGuard.ts';
import { NO_HISTORY } from '../../support/noHistory.ts';
import { watchedTurns } from '../../support/watchedTurns.ts';
import { equal, ok, until } from '../assert.ts';
import { makeServices, type Services } from '../stubServices.ts';
import { StubMemento, StubSecretStorage } from '../stubStorage.ts';

function never(): never {
  throw new Error('Nothing is to be asked of the service');
}

const CLIENT: ChatClient = { streamChat: never, listModels: never, previewRequestBody: never };
const MODEL = 'assistant-haiku';
const nobody = (): undefined => undefined;

interface Watched {
  services: Services;
  fit: OverflowGuard;
  /** How often it was looked up who is asked. */
  lookedUp: () => number;
  dispose: () => void;
}

function watched(): Watched {
  const keyStore = new ApiKeyStore(new StubSecretStorage(), new StubMemento(), nobody);
  const connections = new Connections({
    keyStore,
    askForConsent: async () => undefined,
    enterKey: async () => false,
    fallback: undefined,
  });
  const services = makeServices({ client: CLIENT, connections, history: NO_HISTORY });
  let lookedUp = 0;
  const current = () => {
    lookedUp += 1;
    return connections.current();
  };
  const fit = new OverflowGuard({ ...services, connections: { current }, ui: { post: nobody } });
  const dispose = (): void => {
    for (const part of [fit, services, connections, keyStore]) {
      part.dispose();
    }
  };
  return { services, fit, lookedUp: () => lookedUp, dispose };
}

/** A question and the reply to it. */
function exchange(id: string, text: string): Turn[] {
  return [
    { kind: 'user', id: `q${id}`, text, attachments: [], at: 1 },
    { kind: 'assistant', id: `a${id}`, model: MODEL, text: 'Yes.', status: 'finished', startedAt: 0 },
  ];
}

describe('what is looked at before something is asked', () => {
  it('are no models of the service before somebody wants to ask, however long the conversation is', async () => {
    const { services, fit, lookedUp, dispose } = watched();
    const { conversations, composer } = services;
    try {
      conversations.createAndShow({ turns: exchange('1', 'word '.repeat(400_000)) });
      conversations.current.chooseModel(MODEL);
      const refused = fit.check({ text: '', attachments: [] }, { model: MODEL });
      ok('error' in refused, 'It fits, so that nothing is proved');
      equal(lookedUp(), 0);
      composer.draft = 'And now?';
      await until(lookedUp, (times) => times === 1);
    } finally {
      dispose();
    }
  });

  for (const [how, words] of [
    ['fits', 100],
    ['does not fit', 2000],
  ] as const) {
    it(`is with each key the question alone, and not what was said before, where it ${how}`, () => {
      const { services, fit, dispose } = watched();
      const { conversations, composer } = services;
      try {
        const asked = Array.from({ length: 150 }, (_, index) =>
          exchange(String(index), 'word '.repeat(2 * words)),
        );
        const { turns, reads, texts } = watchedTurns(asked.flat());
        conversations.createAndShow({ turns });
        conversations.current.chooseModel(MODEL);
        const press = (text: string): unknown => {
          composer.draft = text;
          ok(contextUsageOf(services).total > 0, 'Nothing is counted');
          return fit.check({ text, attachments: [] }, { model: MODEL });
        };
        equal('error' in (press('a') as object), how === 'does not fit');
        const [readsBefore, textsBefore] = [reads(), texts()];
        for (const text of ['an', 'and', 'and ', 'and n']) {
          press(text);
        }
        equal(texts() - textsBefore, 0);
        // The names of those that could be left out are looked up, in one go through the turns each time.
        ok(reads() - readsBefore <= (how === 'fits' ? 0 : 4 * turns.length), `Read ${reads() - readsBefore}`);
      } finally {
        dispose();
      }
    });
  }
});
