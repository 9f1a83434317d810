import type * as vscode from 'vscode';
import { platform } from '#platform';
import { lazy } from '../../base/lazy.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Composer } from '../composer/composer.ts';
import type { RecentQuestions } from '../composer/recentQuestions.ts';
import type { ApiKeyStore } from '../connection/apiKeyStore.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import type { SecretGuard } from '../secrets/secretGuard.ts';
import { openSetting } from '../settings.ts';
import { ConversationActions } from './conversationActions.ts';
import { conversationCommands, onRow } from './conversationCommands.ts';
import { HistoryList } from './historyList.ts';
import type { LazyHistory } from './lazyHistory.ts';
import { notSavingView } from './notSavingView.ts';
import type { WindowRestore } from './windowRestore.ts';

interface HistoryServices {
  conversations: Conversations;
  composer: Composer;
  recentQuestions: RecentQuestions;
  history: LazyHistory;
  windowRestore: WindowRestore;
  keyStore: ApiKeyStore;
  secretGuard: Pick<SecretGuard, 'redactor'>;
  ui: ChatUi;
  /** `undefined` if conversations are only in memory. */
  readHistoryFolder(): vscode.Uri | undefined;
}

/** Stored conversations: list, search, import and export, and whether they are being saved. */
export function historyFeature(services: HistoryServices) {
  const { conversations, history, windowRestore, ui, readHistoryFolder } = services;
  const actions = new ConversationActions(services);
  const list = new HistoryList({ ...services, actions, isSaved: () => readHistoryFolder() !== undefined });
  // Loaded on first use: most windows never import or export.
  const transfer = lazy(async () => {
    const { transferCommands } = await import('./transfer/transferCommands.ts');
    return transferCommands({ ...services, reveal: () => ui.reveal(), home: platform.homeFolder });
  });
  let hasShownPage = false;
  const saving = () => omitUndefined({ notSaving: notSavingView(history) });
  const listeners = [
    history.onStateChanged(() => ui.post({ type: 'saving', ...saving() })),
    conversations.onDeletedElsewhere((deleted) => actions.offerToRestore(deleted)),
    list,
  ];
  return {
    commands: {
      ...conversationCommands({ conversations, list, actions, ui }),
      exportConversation: onRow(async (clicked) => (await transfer()).exportConversation(clicked)),
      exportAllConversations: async () => (await transfer()).exportAllConversations(),
      importConversations: async () => (await transfer()).importConversations(),
      openHistoryFolder: async () => (await transfer()).openHistoryFolder(),
      openConversationFile: onRow(async (clicked) => (await transfer()).openConversationFile(clicked)),
    },
    messages: {
      historyVisibilityChanged: ({ isShown }, from) => list.setShown(from, isShown),
      searchHistory: (message, from) => list.search(from, message),
      conversationAction: (request) => list.run(request),
      undoDelete: async () => actions.undoDelete(),
      renameConversation: (request) => list.run(request),
      openHistorySettings: () => openSetting('assistant.history.scope'),
      retrySaving: () => history.retry(),
      exportConversation: async () => (await transfer()).exportConversation(undefined),
    },
    /** Until the window is restored, the panel shows that it is loading. */
    state: () => ({ ...(!windowRestore.isRestored && { isLoading: true }), ...saving() }),
    onWillSendState: (page) => list.setShown(page, false),
    onDidSendState: async (page) => {
      if (!windowRestore.isRestored) {
        await windowRestore.restore();
        ui.showIn(page);
      }
      // Lists all files, which the first page doesn't need: what it shows was read for it.
      if (hasShownPage) {
        await windowRestore.refresh();
      }
      hasShownPage = true;
    },
    dispose: () => {
      for (const listener of listeners) {
        listener.dispose();
      }
    },
  } satisfies Feature;
}
