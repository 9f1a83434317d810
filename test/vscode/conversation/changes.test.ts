import type { ChatClient, Connection } from '../../../src/client/chatClient.ts';
import type { ChatRequest } from '../../../src/contract/chatRequest.ts';
import type { QuestionPipeline } from '../../../src/vscode/asking/questionPipeline.ts';
import { ApiKeyStore } from '../../../src/vscode/connection/apiKeyStore.ts';
import { Connections } from '../../../src/vscode/connection/connections.ts';
import { NO_HISTORY } from '../../support/noHistory.ts';
import { equal, until } from '../assert.ts';
import { sendQuestion, setBaseUrl } from '../extensionAccess.ts';
import { makeAsking, makeServices, type Services } from '../stubServices.ts';
import { StubMemento, StubSecretStorage } from '../stubStorage.ts';

const ORIGIN = 'https://chat.example.com';
const FIRST = { endpoint: { baseUrl: `${ORIGIN}/api/v1`, origin: ORIGIN }, apiKey: 'sk-first' };
const SECOND = { endpoint: { baseUrl: `${ORIGIN}/moved/api/v1`, origin: ORIGIN }, apiKey: 'sk-second' };

/** A stub client: records which connection each question used, and finishes its reply on request. */
class StubClient implements ChatClient {
  readonly connections: Connection[] = [];
  finishReply: () => void = () => undefined;

  async *streamChat(connection: Connection, _request: ChatRequest, signal: AbortSignal) {
    this.connections.push(connection);
    yield { type: 'text', text: 'Half' } as const;
    await new Promise<void>((resolve) => {
      this.finishReply = resolve;
    });
    yield { type: signal.aborted ? 'stopped' : 'finished' } as const;
  }

  listModels(): never {
    throw new Error('Unexpected listing of models');
  }

  previewRequestBody(): never {
    throw new Error('Unexpected preview');
  }
}

describe('change of the connection while a reply is running', () => {
  const client = new StubClient();
  let keyStore: ApiKeyStore;
  let connections: Connections;
  let services: Services;
  let pipeline: QuestionPipeline;

  beforeEach(async () => {
    client.connections.length = 0;
    keyStore = new ApiKeyStore(new StubSecretStorage(), new StubMemento(), () => undefined);
    connections = new Connections({
      keyStore,
      askForConsent: async () => undefined,
      enterKey: async () => false,
      fallback: undefined,
    });
    services = makeServices({ client, connections, history: NO_HISTORY });
    pipeline = makeAsking(services, connections);
    services.conversations.current.chooseModel('assistant-haiku');
    await keyStore.write({ origin: ORIGIN, apiKey: FIRST.apiKey });
    await setBaseUrl(FIRST.endpoint.baseUrl);
  });

  afterEach(async () => {
    services.dispose();
    connections.dispose();
    keyStore.dispose();
    await setBaseUrl(undefined);
  });

  async function ask(): Promise<void> {
    equal(await sendQuestion(pipeline, { text: 'Why?', attachments: [] }), undefined);
    const turn = services.conversations.current.conversation.turns.at(-1);
    await until(
      () => services.conversations.current.findReply(turn?.id ?? '')?.text,
      (text) => text === 'Half',
    );
  }

  async function finish(): Promise<void> {
    client.finishReply();
    await until(
      () => services.conversations.current.isRunning,
      (running) => !running,
    );
    const turn = services.conversations.current.conversation.turns.at(-1);
    equal(turn?.kind === 'assistant' && turn.status, 'finished');
  }

  it('does not affect that reply, and applies to the next question', async () => {
    await ask();
    await keyStore.write({ origin: ORIGIN, apiKey: SECOND.apiKey });
    await setBaseUrl(SECOND.endpoint.baseUrl);
    await finish();
    await ask();
    await finish();
    equal(client.connections, [FIRST, SECOND]);
  });

  it('does not affect that reply, and without an API key the next question is not sent', async () => {
    await ask();
    await keyStore.remove();
    await finish();
    equal(
      await sendQuestion(pipeline, { text: 'And now?', attachments: [] }),
      'Set the base URL and the API key first.',
    );
    equal(client.connections, [FIRST]);
  });
});
