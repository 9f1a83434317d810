import type { ChatClient } from '../../../src/client/chatClient.ts';
import type { Turn } from '../../../src/core/conversation/conversation.ts';
import { ApiKeyStore } from '../../../src/vscode/connection/apiKeyStore.ts';
import { Connections } from '../../../src/vscode/connection/connections.ts';
import { OverflowGuard } from '../../../src/vscode/contextWindow/overflowGuard.ts';
import { NO_HISTORY } from '../../support/noHistory.ts';
import { equal, ok, until } from '../assert.ts';
import { makeServices, type Services } from '../stubServices.ts';
import { StubMemento, StubSecretStorage } from '../stubStorage.ts';

function never(): never {
  throw new Error('No request must be sent');
}

const CLIENT: ChatClient = { streamChat: never, listModels: never, previewRequestBody: never };
const MODEL = 'assistant-haiku';
const noop = (): undefined => undefined;

interface Setup {
  services: Services;
  guard: OverflowGuard;
  /** How often the connection was looked up. */
  lookupCount: () => number;
  dispose: () => void;
}

function setUp(): Setup {
  const keyStore = new ApiKeyStore(new StubSecretStorage(), new StubMemento(), noop);
  const connections = new Connections({
    keyStore,
    askForConsent: async () => undefined,
    enterKey: async () => false,
    fallback: undefined,
  });
  const services = makeServices({ client: CLIENT, connections, history: NO_HISTORY });
  let lookupCount = 0;
  const current = () => {
    lookupCount += 1;
    return connections.current();
  };
  const guard = new OverflowGuard({
    ...services,
    connections: { current },
    ui: { post: noop, postTo: noop },
  });
  const dispose = (): void => {
    for (const part of [services, connections, keyStore]) {
      part.dispose();
    }
  };
  return { services, guard, lookupCount: () => lookupCount, dispose };
}

/** A question and the reply to it. */
function exchange(id: string, text: string): Turn[] {
  return [
    { kind: 'user', id: `q${id}`, text, attachments: [], at: 1 },
    { kind: 'assistant', id: `a${id}`, model: MODEL, text: 'Yes.', status: 'finished', startedAt: 0 },
  ];
}

describe('OverflowGuard before sending', () => {
  it('does not list models until the user starts to ask, however long the conversation is', async () => {
    const { services, guard, lookupCount, dispose } = setUp();
    const { conversations, composer } = services;
    try {
      conversations.createAndShow({ turns: exchange('1', 'word '.repeat(400_000)) });
      conversations.current.chooseModel(MODEL);
      const refused = guard.check({ text: '', attachments: [] }, { model: MODEL }, conversations.current);
      ok(refused !== undefined, 'The test needs a question that does not fit');
      equal(lookupCount(), 0);
      composer.draft = 'And now?';
      guard.update();
      await until(lookupCount, (times) => times === 1);
    } finally {
      dispose();
    }
  });
});
