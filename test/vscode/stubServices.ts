import type { ChatClient } from '../../src/client/chatClient.ts';
import type { Conversations } from '../../src/core/asking/conversations.ts';
import type { History } from '../../src/core/history/history.ts';
import { createConversations } from '../../src/vscode/asking/createConversations.ts';
import { QuestionPipeline } from '../../src/vscode/asking/questionPipeline.ts';
import { Composer } from '../../src/vscode/composer/composer.ts';
import { syncDraftWithConversation } from '../../src/vscode/composer/conversationDrafts.ts';
import { RecentQuestions } from '../../src/vscode/composer/recentQuestions.ts';
import type { Connections } from '../../src/vscode/connection/connections.ts';
import { TokenMeter } from '../../src/vscode/contextWindow/tokenMeter.ts';
import { Models } from '../../src/vscode/models/models.ts';
import { SecretGuard } from '../../src/vscode/secrets/secretGuard.ts';
import { StubMemento } from './stubStorage.ts';

export interface Services {
  conversations: Conversations;
  composer: Composer;
  recentQuestions: RecentQuestions;
  models: Models;
  meter: TokenMeter;
  secretGuard: SecretGuard;
  dispose(): void;
}

interface Sources {
  client: ChatClient;
  connections: Connections;
  history: History;
}

/** The services of another window, separate from those of the extension. */
export function makeServices(sources: Sources): Services {
  const meter = new TokenMeter(new StubMemento());
  const secretGuard = new SecretGuard(sources.connections);
  const conversations = createConversations({ ...sources, meter, secretGuard });
  const models = new Models({ ...sources, conversations });
  const composer = new Composer();
  const draftSync = syncDraftWithConversation(composer, conversations);
  const dispose = (): void => {
    conversations.stopAll();
    for (const part of [draftSync, models, conversations]) {
      part.dispose();
    }
  };
  return {
    conversations,
    composer,
    recentQuestions: new RecentQuestions(() => secretGuard.questionRedactor()),
    models,
    meter,
    secretGuard,
    dispose,
  };
}

/** A pipeline for these services. Prompts, attachments and overflow are stubbed so that they never block a question. */
export function makeAsking(
  services: Services,
  connections: Connections,
  whenRestored = async () => {},
): QuestionPipeline {
  return new QuestionPipeline({
    ...services,
    connections,
    prompts: { expandTyped: async (question) => question },
    attachments: { refreshLive: async (question) => question, whenCurrentFileRead: async () => undefined },
    askedSelections: { track: async () => undefined },
    overflowGuard: {
      check: () => undefined,
      checkVariants: () => undefined,
      checkRetry: () => undefined,
    },
    whenRestored,
  });
}
