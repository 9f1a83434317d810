import { visibleText } from '../../core/visibleText.ts';
import type { ConversationRow } from '../../protocol/historyViews.ts';
import { iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import { type IconName, icon } from '../icons.ts';
import type { ViewContext } from '../viewContext.ts';
import { conversationFacts } from './historyFacts.ts';

export type RowAction = 'rename' | 'pin' | 'unpin' | 'delete' | 'restore';

export interface RowEvents {
  open(row: ConversationRow): void;
  act(row: ConversationRow, action: RowAction): void;
}

/** A conversation in the list: its title, what is to be known of it, and its buttons, which the keyboard or a pointer brings out. */
export function conversationRow(
  { strings }: ViewContext,
  row: ConversationRow,
  isShown: boolean,
  events: RowEvents,
): HTMLElement {
  const title = element('span', 'row-title', ...visibleNodes(row.title || strings.untitled, strings));
  title.dir = 'auto';
  title.title = visibleText(row.title);
  const sign = signOf(row);
  const text = element(
    'div',
    'row-text',
    element('div', 'row-head', ...(sign === undefined ? [] : [icon(sign)]), title),
    conversationFacts(row, isShown, strings),
  );
  text.role = 'gridcell';
  const buttons = actionsOf(row).map(([action, iconName]) => {
    const made = iconButton(strings[action], icon(iconName));
    made.tabIndex = -1;
    made.addEventListener('click', (event) => {
      event.stopPropagation();
      events.act(row, action);
    });
    return made;
  });
  const made = element('div', 'row', text);
  if (buttons.length > 0) {
    const cell = element('div', 'row-actions', ...buttons);
    cell.role = 'gridcell';
    made.style.setProperty('--buttons', String(buttons.length));
    made.append(cell);
  }
  if (sign !== undefined) {
    made.classList.add(`row-${sign}`);
  }
  if (isShown) {
    made.ariaCurrent = 'true';
  }
  made.dataset['vscodeContext'] = menuContext(row);
  made.addEventListener('click', () => events.open(row));
  return made;
}

/** What tells the row apart at once; the words for it stand among the facts, or in the heading of the pinned ones. */
function signOf({ damagedTurns, isNewer, isRunning, pinned }: ConversationRow): IconName | undefined {
  if (damagedTurns !== undefined) {
    return 'warning';
  }
  if (isNewer) {
    return 'lock';
  }
  return isRunning ? 'loading' : pinned ? 'pinned' : undefined;
}

function actionsOf({ pinned, isNewer, daysLeft }: ConversationRow): [RowAction, IconName][] {
  if (isNewer) {
    return [];
  }
  return daysLeft === undefined
    ? [['rename', 'edit'], pinned ? ['unpin', 'pinned'] : ['pin', 'pin'], ['delete', 'trash']]
    : [['restore', 'discard']];
}

/** Lets VS Code show the row's menu, `webview/context` in package.json, and hand the conversation to the command. */
function menuContext({ id, pinned, damagedTurns, isNewer, daysLeft }: ConversationRow): string {
  return JSON.stringify({
    conversationId: id,
    assistantConversation: daysLeft === undefined ? 'kept' : 'trashed',
    assistantIsPinned: pinned,
    assistantIsDamaged: damagedTurns !== undefined,
    assistantIsReadOnly: isNewer,
    preventDefaultContextMenuItems: true,
  });
}
