import type { ChatClient } from '../../src/client/chatClient.ts';
import type { Conversations } from '../../src/core/asking/conversations.ts';
import type { History } from '../../src/core/history/history.ts';
import { Asking } from '../../src/vscode/asking/asking.ts';
import { createConversations } from '../../src/vscode/asking/createConversations.ts';
import { Composer } from '../../src/vscode/composer/composer.ts';
import { followConversation } from '../../src/vscode/composer/conversationDrafts.ts';
import { RecentQuestions } from '../../src/vscode/composer/recentQuestions.ts';
import type { Connections } from '../../src/vscode/connection/connections.ts';
import { TokenMeter } from '../../src/vscode/contextWindow/tokenMeter.ts';
import { Models } from '../../src/vscode/models/models.ts';
import { SecretGuard } from '../../src/vscode/secrets/secretGuard.ts';
import { StubMemento } from './stubStorage.ts';

export interface Services {
  conversations: Conversations;
  composer: Composer;
  recent: RecentQuestions;
  models: Models;
  meter: TokenMeter;
  dispose(): void;
}

interface Sources {
  client: ChatClient;
  connections: Connections;
  history: History;
}

/** The services of a window of its own, beside those of the extension. */
export function makeServices(sources: Sources): Services {
  const meter = new TokenMeter(new StubMemento());
  const conversations = createConversations({ ...sources, meter });
  const models = new Models({ ...sources, conversations });
  const composer = new Composer();
  const following = followConversation(composer, conversations);
  const dispose = (): void => {
    conversations.stopAll();
    for (const part of [following, models, conversations]) {
      part.dispose();
    }
  };
  return { conversations, composer, recent: new RecentQuestions(), models, meter, dispose };
}

/** Asks in such a window. Stubs stand for prompts, attachments and the model's window, so that every question goes on. */
export function makeAsking(services: Services, connections: Connections, restored = async () => {}): Asking {
  return new Asking({
    ...services,
    connections,
    guard: new SecretGuard(services.conversations, connections),
    prompts: { expandTyped: async (question) => question },
    attachments: { refresh: async (question) => question, settled: async () => undefined },
    fit: { check: (question) => question, checkForms: () => undefined, checkAgain: () => undefined },
    restored,
  });
}
