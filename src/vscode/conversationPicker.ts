import * as vscode from 'vscode';
import type { ChatSession } from '../core/chatSession.ts';
import type { Conversations } from '../core/conversations.ts';
import { conversationTitle } from '../core/conversationText.ts';
import { offerUndo } from './undo.ts';

interface ConversationItem extends vscode.QuickPickItem {
  id: string;
}

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/**
 * The conversations of this window, those that run among them; one can be chosen or deleted. Gives the id of the one
 * that was chosen.
 */
export function pickConversation(
  conversations: Conversations,
  onChanged: vscode.Event<void>,
): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<ConversationItem>();
  picker.title = vscode.l10n.t('Conversations');
  picker.placeholder = vscode.l10n.t('The conversation to show');
  picker.matchOnDescription = true;
  const remove: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('trash'),
    tooltip: vscode.l10n.t('Delete'),
  };
  const fill = (): void => {
    const { id } = conversations.current.conversation;
    const active = picker.activeItems[0]?.id ?? id;
    picker.items = conversations.all.map((session) => ({
      ...conversationItem(session, session === conversations.current),
      buttons: [remove],
    }));
    picker.activeItems = picker.items.filter((item) => item.id === active);
  };
  fill();
  const listener = onChanged(fill);
  picker.onDidTriggerItemButton(({ item }) => {
    offerUndo(vscode.l10n.t('The conversation was deleted.'), conversations.remove(item.id));
  });
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.id);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      listener.dispose();
      picker.dispose();
    });
    picker.show();
  });
}

function conversationItem(session: ChatSession, isShown: boolean): ConversationItem {
  const { id, turns } = session.conversation;
  const reply = turns.findLast((turn) => turn.kind === 'assistant');
  const facts = [
    reply?.model,
    session.isRunning ? vscode.l10n.t('replying') : age(Date.now() - (session.lastChange ?? Date.now())),
    isShown ? vscode.l10n.t('shown') : undefined,
  ];
  return {
    id,
    label: `$(${session.isRunning ? 'loading~spin' : 'comment-discussion'}) ${conversationTitle(turns)}`,
    description: facts.filter((fact) => fact !== undefined).join(' · '),
  };
}

function age(ms: number): string {
  const format = new Intl.RelativeTimeFormat(vscode.env.language, { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, least]) => ms >= least) ?? [];
  return unit === undefined || length === undefined
    ? format.format(0, 'second')
    : format.format(-Math.floor(ms / length), unit);
}
