import type { ChatClient } from '../../src/client/chatClient.ts';
import { ApiKeyStore } from '../../src/vscode/apiKeyStore.ts';
import { Chat } from '../../src/vscode/chat.ts';
import { Connections } from '../../src/vscode/connections.ts';
import { Fit } from '../../src/vscode/fit.ts';
import { TokenMeter } from '../../src/vscode/tokenMeter.ts';
import { NO_HISTORY } from '../support/noHistory.ts';
import { equal, ok, until } from './assert.ts';
import { StubMemento, StubSecretStorage } from './stubStorage.ts';

function never(): never {
  throw new Error('Nothing is to be asked of the service');
}

const CLIENT: ChatClient = { streamChat: never, listModels: never, chat: never, requestBody: never };
const nobody = (): undefined => undefined;

describe('the models of the service', () => {
  it('are not asked for before somebody wants to ask something, however long the conversation is', async () => {
    const keys = new ApiKeyStore(new StubSecretStorage(), new StubMemento(), nobody);
    const connections = new Connections({
      keys,
      askForConsent: async () => undefined,
      enterKey: async () => undefined,
      fallback: undefined,
    });
    const chat = new Chat(
      {
        client: CLIENT,
        connections,
        history: NO_HISTORY,
        steps: [],
        checkAgain: nobody,
        meter: new TokenMeter(new StubMemento()),
        restore: async () => undefined,
      },
      { onReset: nobody, onTurnAdded: nobody, onReplyText: nobody, onReplyChanged: nobody },
    );
    let lookedUp = 0;
    const fit = new Fit({
      chat,
      connections: {
        current: () => {
          lookedUp += 1;
          return connections.current();
        },
      },
      post: nobody,
      showComposer: nobody,
    });
    try {
      const text = 'word '.repeat(400_000);
      chat.conversations.open({ turns: [{ kind: 'user', id: 'q', text, attachments: [], at: 1 }] });
      chat.session.chooseModel('assistant-haiku');
      const refused = fit.check({ text: '', attachments: [] }, { model: 'assistant-haiku' });
      ok('problem' in refused, 'It fits, so that nothing is proved');
      equal(lookedUp, 0);
      chat.composer.draft = 'And now?';
      await until(
        () => lookedUp,
        (times) => times === 1,
      );
    } finally {
      fit.dispose();
      chat.dispose();
      connections.dispose();
      keys.dispose();
    }
  });
});
