import { defined } from '../../base/defined.ts';
import type { CurrentFileView } from '../../protocol/context.ts';
import type { PanelState } from '../../protocol/toPanel.ts';
import type { ConnectionView, ModelView } from '../../protocol/views.ts';
import type { Chat } from '../asking/chat.ts';
import { chipViews } from '../attachments/chipViews.ts';
import { budgetView } from '../contextWindow/budgetFeed.ts';
import { turnView } from '../conversation/turnViews.ts';
import { notSavingView } from '../history/savingText.ts';
import { readWrapCode } from '../settings.ts';

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
    attachments: chipViews(chat),
    budget: budgetView(chat),
    draft: chat.composer.draft,
    wrapCode: readWrapCode(),
    recentQuestions: [...chat.recent.texts],
    ...defined({ currentFile, notSaving }),
  };
}

/** The model in use. */
export function modelView(chat: Chat): ModelView {
  return { id: chat.model };
}
