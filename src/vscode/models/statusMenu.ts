import * as vscode from 'vscode';
import { MAX_REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { TokenUsage } from '../../contract/replyEvent.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { UnseenConversation, UnseenReplies } from '../../core/asking/unseenReplies.ts';
import { usedTokens, usedTokensSince } from '../../core/asking/usedTokens.ts';
import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import { titleOf } from '../../core/conversation/conversation.ts';
import type { History } from '../../core/history/history.ts';
import type { Connections } from '../connection/connections.ts';
import type { RequestsLeft } from '../connection/requestsLeft.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { readSetting } from '../settings.ts';
import { foreign, t, type UiText } from '../uiText.ts';
import { createQuickPick, type PickItem, pickItem } from '../vscodeUi.ts';
import { withTimeout } from '../withTimeout.ts';
import type { Models } from './models.ts';

/** How long the menu waits for the secret storage, in ms. Then it opens as if connected. */
const STATE_TIMEOUT_MS = 500;

/** Maximum number of conversations with unseen replies that the menu lists: it is short. */
const MAX_UNSEEN = 5;

export interface StatusMenuDeps {
  models: Pick<Models, 'current'>;
  connections: Pick<Connections, 'current'>;
  conversations: Pick<Conversations, 'current' | 'loaded' | 'show'>;
  unseenReplies: Pick<UnseenReplies, 'conversations'>;
  ui: Pick<ChatUi, 'reveal'>;
  requestsLeft: Pick<RequestsLeft, 'countLeft'>;
  history: Pick<History, 'list' | 'open'>;
  /** `undefined` if conversations are only in memory. */
  readHistoryFolder(): vscode.Uri | undefined;
}

type Entry = PickItem & ({ command: string } | { conversationId: string });

/**
 * Shows the replies that nobody watches, the model, the requests left and the tokens used, each of which leads to where
 * there is more about it. The tokens of today are counted while the menu is open, which closing it ends.
 */
export async function showStatus(deps: StatusMenuDeps): Promise<void> {
  const firstEntries = [...unseenEntries(deps), ...(await entriesBeforeToday(deps))];
  const { picker } = createQuickPick<Entry>({ title: t('Assistant Chat Status') });
  const counting = new AbortController();
  const fill = (today: UiText): void => {
    const [active] = picker.activeItems;
    const index = active === undefined ? -1 : picker.items.indexOf(active);
    picker.items = [
      ...firstEntries,
      entry('showConversations', todayLabel(deps), today),
      entry('showLog', t('Show Log')),
    ];
    if (index !== -1) {
      picker.activeItems = picker.items.slice(index, index + 1);
    }
  };
  fill(t('Counting…'));
  const chosen = new Promise<Entry | undefined>((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]);
      picker.hide();
    });
    picker.onDidHide(() => {
      counting.abort();
      resolve(undefined);
      picker.dispose();
    });
  });
  picker.show();
  void todayText(deps, counting.signal).then((text) => {
    if (!counting.signal.aborted) {
      fill(text);
    }
  });
  const entryChosen = await chosen;
  if (entryChosen === undefined) {
    return;
  }
  if ('command' in entryChosen) {
    await vscode.commands.executeCommand(`assistant.${entryChosen.command}`);
  } else {
    await deps.conversations.show(entryChosen.conversationId);
    await deps.ui.reveal();
  }
}

function unseenEntries({ unseenReplies }: StatusMenuDeps): Entry[] {
  return unseenReplies.conversations.slice(0, MAX_UNSEEN).map(({ session: { conversation }, state }) =>
    pickItem(
      {
        label: foreign(titleOf(conversation)),
        description: unseenText(state),
      },
      { conversationId: conversation.id },
    ),
  );
}

function unseenText(state: UnseenConversation['state']): UiText {
  switch (state) {
    case 'running':
      return t('A reply is being written');
    case 'waiting':
      return t('A reply waits');
    case 'ended':
      return t('Unread reply');
  }
}

async function entriesBeforeToday(deps: StatusMenuDeps): Promise<readonly Entry[]> {
  const { models, connections, conversations, requestsLeft } = deps;
  const state = await withTimeout(STATE_TIMEOUT_MS, connections.current(), undefined);
  const ofConversation = entry(
    'openChat',
    t('Tokens of this conversation'),
    tokensText(usedTokens(conversations.current.conversation.turns)),
  );
  if (state !== undefined && state.status !== 'connected') {
    return [entry('connect', t('Connect…')), ofConversation];
  }
  const model =
    models.current === ''
      ? entry('selectModel', t('Select Model'))
      : entry('selectModel', foreign(models.current), t('Select Model'));
  if (state === undefined) {
    return [model, ofConversation];
  }
  const left = t('{0} of {1}', await requestsLeft.countLeft(state.connection), MAX_REQUESTS_PER_MINUTE);
  return [model, entry('showLog', t('Requests left this minute in this window'), left), ofConversation];
}

function entry(command: string, label: UiText, description?: UiText): Entry {
  return pickItem({ label, ...(description !== undefined && { description }) }, { command });
}

async function todayText({ history, conversations }: StatusMenuDeps, signal: AbortSignal): Promise<UiText> {
  const loaded = conversations.loaded.map(({ conversation }) => conversation);
  const startOfDay = new Date().setHours(0, 0, 0, 0);
  try {
    return tokensText(await usedTokensSince(startOfDay, { history, loaded }, signal));
  } catch {
    return t('Can’t be counted, since the history can’t be read');
  }
}

/** Other windows use the same history, as far as it reaches. */
function todayLabel({ readHistoryFolder }: StatusMenuDeps): UiText {
  if (readHistoryFolder() === undefined) {
    return t('Tokens of today in this window');
  }
  return readSetting('history.scope') === 'workspace'
    ? t('Tokens of today in this workspace')
    : t('Tokens of today');
}

function tokensText({ inputTokens, outputTokens }: Required<TokenUsage>): UiText {
  const [total, input, output] = [inputTokens + outputTokens, inputTokens, outputTokens].map(formatTokens);
  return t('{0} ({1} input, {2} output)', `${total}`, `${input}`, `${output}`);
}
