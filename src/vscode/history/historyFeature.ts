import * as vscode from 'vscode';
import { platform } from '#platform';
import { defined } from '../../base/defined.ts';
import { lazy } from '../../base/lazy.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Composer } from '../composer/composer.ts';
import type { RecentQuestions } from '../composer/recentQuestions.ts';
import type { ApiKeyStore } from '../connection/apiKeyStore.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import { ConversationActions } from './conversationActions.ts';
import { conversationCommands } from './conversationCommands.ts';
import { HistoryScreen } from './historyScreen.ts';
import type { LazyHistory } from './lazyHistory.ts';
import { notSavingView } from './savingText.ts';
import type { WindowRestore } from './windowRestore.ts';

interface HistoryServices {
  conversations: Conversations;
  composer: Composer;
  recent: RecentQuestions;
  history: LazyHistory;
  windowRestore: WindowRestore;
  keys: ApiKeyStore;
  ui: ChatUi;
  /** Where conversations are kept; `undefined` where they are in memory alone. */
  historyFolder(): vscode.Uri | undefined;
}

/** Conversations on the disk: their list, the search in them, their files, and whether they are saved. */
export function historyFeature(services: HistoryServices) {
  const { conversations, history, windowRestore, ui, historyFolder } = services;
  const actions = new ConversationActions(services);
  const screen = new HistoryScreen({ ...services, actions, isKept: () => historyFolder() !== undefined });
  // Loaded with the first of them: most windows never need one.
  const transfer = lazy(async () => {
    const { transferCommands } = await import('./transfer/transferCommands.ts');
    return transferCommands({ ...services, reveal: () => ui.reveal(), home: platform.homeFolder });
  });
  const saving = () => defined({ notSaving: notSavingView(history) });
  const listener = history.onStateChanged(() => ui.post({ type: 'saving', ...saving() }));
  return {
    commands: {
      ...conversationCommands({ conversations, screen, actions, ui }),
      exportConversation: async (argument) => (await transfer()).exportConversation(argument),
      exportAllConversations: async () => (await transfer()).exportAllConversations(),
      importConversations: async () => (await transfer()).importConversations(),
      openHistoryFolder: async () => (await transfer()).openHistoryFolder(),
      openConversationFile: async (argument) => (await transfer()).openConversationFile(argument),
    },
    messages: {
      historyShown: ({ isShown }, from) => screen.setShown(from, isShown),
      searchHistory: (message, from) => screen.search(from, message),
      conversationAction: (request) => screen.carryOut(request),
      renameConversation: (request) => screen.carryOut(request),
      openHistorySettings: async () => {
        await vscode.commands.executeCommand('workbench.action.openSettings', '@id:assistant.history.scope');
      },
      retrySaving: () => history.retry(),
      exportConversation: async () => (await transfer()).exportConversation(),
    },
    /** As long as what is on disk is being read, the panel is told that more comes. */
    state: () => ({ ...(!windowRestore.isRestored && { isLoading: true }), ...saving() }),
    pageStarts: (page) => screen.setShown(page, false),
    pageStarted: async (page) => {
      if (!windowRestore.isRestored) {
        await windowRestore.restore();
        ui.postStateTo(page);
      }
      await windowRestore.refresh();
    },
    dispose: () => {
      listener.dispose();
      screen.dispose();
    },
  } satisfies Feature;
}
