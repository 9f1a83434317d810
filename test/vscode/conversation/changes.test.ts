import type { ChatClient, Connection } from '../../../src/client/chatClient.ts';
import type { ChatRequest } from '../../../src/contract/chatRequest.ts';
import { Chat } from '../../../src/vscode/asking/chat.ts';
import { ApiKeyStore } from '../../../src/vscode/connection/apiKeyStore.ts';
import { Connections } from '../../../src/vscode/connection/connections.ts';
import { TokenMeter } from '../../../src/vscode/contextWindow/tokenMeter.ts';
import { NO_HISTORY } from '../../support/noHistory.ts';
import { equal, until } from '../assert.ts';
import { setBaseUrl } from '../extensionAccess.ts';
import { StubMemento, StubSecretStorage } from '../stubStorage.ts';

const ORIGIN = 'https://chat.example.com';
const FIRST = { endpoint: { baseUrl: `${ORIGIN}/api/v1`, origin: ORIGIN }, apiKey: 'sk-first' };
const SECOND = { endpoint: { baseUrl: `${ORIGIN}/moved/api/v1`, origin: ORIGIN }, apiKey: 'sk-second' };

/** In the place of the client: writes down who was asked with which key, and replies when it is let. */
class StubClient implements ChatClient {
  readonly asked: Connection[] = [];
  letReply: () => void = () => undefined;

  async *streamChat(connection: Connection, _request: ChatRequest, signal: AbortSignal) {
    this.asked.push(connection);
    yield { type: 'text', text: 'Half' } as const;
    await new Promise<void>((resolve) => {
      this.letReply = resolve;
    });
    yield { type: signal.aborted ? 'stopped' : 'finished' } as const;
  }

  listModels(): never {
    throw new Error('No model is to be listed');
  }

  chat(): never {
    throw new Error('No whole reply is to be asked for');
  }

  requestBody(): never {
    throw new Error('No request is to be shown');
  }
}

describe('a change while a reply is being written', () => {
  const client = new StubClient();
  let keys: ApiKeyStore;
  let connections: Connections;
  let chat: Chat;

  beforeEach(async () => {
    client.asked.length = 0;
    keys = new ApiKeyStore(new StubSecretStorage(), new StubMemento(), () => undefined);
    connections = new Connections({
      keys,
      askForConsent: async () => undefined,
      enterKey: async () => undefined,
      fallback: undefined,
    });
    chat = new Chat(
      {
        client,
        connections,
        history: NO_HISTORY,
        steps: [],
        checkAgain: () => undefined,
        meter: new TokenMeter(new StubMemento()),
        restore: async () => undefined,
      },
      () => undefined,
    );
    chat.session.chooseModel('assistant-haiku');
    await keys.write({ origin: ORIGIN, apiKey: FIRST.apiKey });
    await setBaseUrl(FIRST.endpoint.baseUrl);
  });

  afterEach(async () => {
    chat.dispose();
    connections.dispose();
    keys.dispose();
    await setBaseUrl(undefined);
  });

  async function ask(): Promise<void> {
    equal(await chat.send('Why?', []), undefined);
    const turn = chat.session.conversation.turns.at(-1);
    await until(
      () => chat.session.reply(turn?.id ?? '')?.text,
      (text) => text === 'Half',
    );
  }

  async function finish(): Promise<void> {
    client.letReply();
    await until(
      () => chat.session.isRunning,
      (running) => !running,
    );
    const turn = chat.session.conversation.turns.at(-1);
    equal(turn?.kind === 'assistant' && turn.status, 'finished');
  }

  it('leaves that reply alone, and address and key of now hold for the next question', async () => {
    await ask();
    await keys.write({ origin: ORIGIN, apiKey: SECOND.apiKey });
    await setBaseUrl(SECOND.endpoint.baseUrl);
    await finish();
    await ask();
    await finish();
    equal(client.asked, [FIRST, SECOND]);
  });

  it('leaves that reply alone, and without a key the next question is not sent', async () => {
    await ask();
    await keys.remove();
    await finish();
    equal(await chat.send('And now?', []), 'Set the address and the API key first.');
    equal(client.asked, [FIRST]);
  });
});
