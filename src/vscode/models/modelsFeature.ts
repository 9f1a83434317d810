import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { UnseenReplies } from '../../core/asking/unseenReplies.ts';
import type { Connections } from '../connection/connections.ts';
import type { RequestsLeft } from '../connection/requestsLeft.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import { selectModel } from './modelPicker.ts';
import type { Models } from './models.ts';
import { registerStatusBar } from './statusBar.ts';
import type { StatusMenuDeps } from './statusMenu.ts';

interface ModelsServices extends StatusMenuDeps {
  models: Models;
  conversations: Conversations;
  connections: Connections;
  requestsLeft: RequestsLeft;
  unseenReplies: UnseenReplies;
  ui: Pick<ChatUi, 'post' | 'reveal'>;
}

/** The current model: shown in the panel and the status bar, and selected in a quick pick. The menu of the status bar. */
export function modelsFeature(services: ModelsServices) {
  const { models, conversations, connections, requestsLeft, unseenReplies, ui } = services;
  const select = (): Promise<void> => selectModel(models, connections);
  const view = () => ({ model: { id: models.current } });
  const parts = vscode.Disposable.from(
    models.onChanged(() =>
      ui.post({ type: 'model', conversationId: conversations.current.conversation.id, ...view() }),
    ),
    registerStatusBar(models, unseenReplies, requestsLeft),
  );
  return {
    commands: {
      selectModel: select,
      showStatus: async () => (await import('./statusMenu.ts')).showStatus(services),
    },
    messages: { selectModel: select },
    state: view,
    dispose: () => parts.dispose(),
  } satisfies Feature;
}
