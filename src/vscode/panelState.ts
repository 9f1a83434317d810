import type { CurrentFileView } from '../protocol/context.ts';
import type { PanelState } from '../protocol/toPanel.ts';
import type { ConnectionView, ModelView } from '../protocol/views.ts';
import type { Chat } from './chat.ts';
import { notSavingView } from './history/savingText.ts';
import { readWrapCode } from './settings.ts';
import { attachmentView, turnView } from './turnViews.ts';

/** The whole picture, as it is at this moment, in the run of the host of that name. */
export function panelState(
  chat: Chat,
  currentFile: CurrentFileView | undefined,
  connection: ConnectionView,
  run: string,
): PanelState {
  const { id, turns } = chat.session.conversation;
  const now = Date.now();
  const notSaving = notSavingView(chat.history);
  return {
    type: 'state',
    run,
    conversationId: id,
    connection,
    model: modelView(chat),
    turns: turns.map((turn) => turnView(turn, turns, now)),
    attachments: chat.composer.attachments.map(attachmentView),
    draft: chat.composer.draft,
    wrapCode: readWrapCode(),
    ...(currentFile && { currentFile }),
    recentQuestions: [...chat.recent.texts],
    ...(notSaving !== undefined && { notSaving }),
  };
}

/** The model in use, and what the last exchange took of its context window by the service's own count. */
export function modelView(chat: Chat): ModelView {
  const { model } = chat;
  const contextWindow = chat.contextWindow(model);
  const usage = chat.session.lastReply?.usage;
  return {
    id: model,
    ...(contextWindow !== undefined && { contextWindow }),
    ...(usage?.inputTokens !== undefined && { usedTokens: usage.inputTokens + (usage.outputTokens ?? 0) }),
  };
}
