import type { SearchHit } from '../../core/history/search/historySearch.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { ConversationRow } from '../../protocol/history.ts';
import { iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { formatCount, formatDayOrTime } from '../format.ts';
import { type IconName, icon } from '../icons.ts';
import { formatString, t } from '../l10n.ts';
import { markedNodes } from '../markedText.ts';

export type RowAction = 'rename' | 'pin' | 'unpin' | 'delete' | 'restore';

/** A conversation of the list. */
export interface ListedRow {
  row: ConversationRow;
  isCurrent: boolean;
  /** Present in search results. */
  hit?: SearchHit;
}

export interface RowCallbacks {
  onOpen(listed: ListedRow): void;
  onAction(row: ConversationRow, action: RowAction): void;
}

/**
 * Row of a conversation: title, details, and buttons that show on focus or hover. For a search hit, also a snippet,
 * with the matches highlighted.
 */
export function createConversationRow(listed: ListedRow, callbacks: RowCallbacks): HTMLElement {
  const { row, isCurrent, hit } = listed;
  const title = element(
    'span',
    'row-title',
    ...(row.title === '' ? [t('Untitled')] : markedNodes(row.title, hit?.titleRanges ?? [])),
  );
  title.dir = 'auto';
  title.title = visibleText(row.title);
  const iconName = rowIconOf(row);
  const text = element(
    'div',
    'row-text',
    element('div', 'row-head', ...(iconName === undefined ? [] : [icon(iconName)]), title),
    ...(hit === undefined ? [] : [createSnippet(hit)]),
    createConversationDetails(row),
  );
  text.role = 'gridcell';
  const buttons = actionsOf(row).map(([action, name, actionIcon]) => {
    const actionButton = iconButton(name, icon(actionIcon));
    actionButton.tabIndex = -1;
    actionButton.addEventListener('click', (event) => {
      event.stopPropagation();
      callbacks.onAction(row, action);
    });
    return actionButton;
  });
  const rowElement = element('div', 'row', text);
  if (buttons.length > 0) {
    const cell = element('div', 'row-actions', ...buttons);
    cell.role = 'gridcell';
    rowElement.style.setProperty('--buttons', String(buttons.length));
    rowElement.append(cell);
  }
  if (iconName !== undefined) {
    rowElement.classList.add(`row-${iconName}`);
  }
  if (isCurrent) {
    rowElement.ariaCurrent = 'true';
  }
  rowElement.dataset['vscodeContext'] = toMenuContext(row);
  rowElement.addEventListener('click', () => callbacks.onOpen(listed));
  return rowElement;
}

/** Icon of the row's state. The same state is also in the details or, if pinned, in the group heading. */
function rowIconOf({ damagedTurns, isNewer, isRunning, pinned }: ConversationRow): IconName | undefined {
  if (damagedTurns !== undefined) {
    return 'warning';
  }
  if (isNewer) {
    return 'lock';
  }
  return isRunning ? 'loading' : pinned ? 'pinned' : undefined;
}

function actionsOf({ pinned, isNewer, daysLeft }: ConversationRow): [RowAction, string, IconName][] {
  if (isNewer) {
    return [];
  }
  return daysLeft === undefined
    ? [
        ['rename', t('Rename'), 'edit'],
        pinned ? ['unpin', t('Unpin'), 'pinned'] : ['pin', t('Pin'), 'pin'],
        ['delete', t('Delete'), 'trash'],
      ]
    : [['restore', t('Restore'), 'discard']];
}

/**
 * `data-vscode-context` of the row: `when` keys of its context menu (`webview/context` in package.json), and the
 * argument of the menu's commands.
 */
function toMenuContext({ id, pinned, damagedTurns, isNewer, daysLeft }: ConversationRow): string {
  return JSON.stringify({
    conversationId: id,
    assistantConversation: daysLeft === undefined ? 'kept' : 'trashed',
    assistantIsPinned: pinned,
    assistantIsDamaged: damagedTurns !== undefined,
    assistantIsReadOnly: isNewer,
    preventDefaultContextMenuItems: true,
  });
}

function createSnippet({ snippet, ranges }: SearchHit): HTMLElement {
  const snippetElement = element('div', 'row-snippet', ...markedNodes(snippet, ranges));
  snippetElement.dir = 'auto';
  return snippetElement;
}

/** Details under the title of a conversation, the most important first: the end is cut off in a narrow panel. */
function createConversationDetails(row: ConversationRow): HTMLElement {
  const { damagedTurns, isNewer, isRunning, daysLeft, changedAt, hasDraft, otherWorkspace } = row;
  const time = isRunning ? t('replying') : formatDayOrTime(changedAt);
  const details = [
    damagedTurns === undefined
      ? undefined
      : t('damaged: {0} of {1} turns readable', Math.max(0, row.turns - damagedTurns), row.turns),
    isNewer ? t('read-only: saved by a newer version') : undefined,
    daysLeft === undefined ? time : formatPlural(daysLeft, t('1 day left'), t('{0} days left')),
    hasDraft ? t('Draft') : undefined,
    otherWorkspace,
    ...(damagedTurns === undefined && !isNewer
      ? [formatPlural(row.questions, t('1 question'), t('{0} questions')), row.model]
      : []),
  ];
  const text = visibleText(details.filter((detail) => detail !== undefined && detail !== '').join(' · '));
  return element('div', 'row-facts', text);
}

/** Formats a count, such as "1 question" or "1,200 questions". */
export function formatPlural(count: number, one: string, many: string): string {
  return count === 1 ? one : formatString(many, formatCount(count));
}
