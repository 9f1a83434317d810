import type { SearchHit } from '../../core/history/search/historySearch.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { ConversationRow } from '../../protocol/history.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { formatCount, formatDayOrTime, formatString } from '../format.ts';
import { type IconName, icon } from '../icons.ts';
import { markedNodes } from '../markedText.ts';
import type { ViewDeps } from '../viewDeps.ts';

export type RowAction = 'rename' | 'pin' | 'unpin' | 'delete' | 'restore';

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
export function createConversationRow(
  { strings }: ViewDeps,
  listed: ListedRow,
  callbacks: RowCallbacks,
): HTMLElement {
  const { row, isCurrent, hit } = listed;
  const title = element(
    'span',
    'row-title',
    ...(row.title === '' ? [strings.untitled] : markedNodes(row.title, hit?.titleRanges ?? [], strings)),
  );
  title.dir = 'auto';
  title.title = visibleText(row.title);
  const iconName = rowIconOf(row);
  const text = element(
    'div',
    'row-text',
    element('div', 'row-head', ...(iconName === undefined ? [] : [icon(iconName)]), title),
    ...(hit === undefined ? [] : [createSnippet(hit, strings)]),
    createConversationDetails(row, strings),
  );
  text.role = 'gridcell';
  const buttons = actionsOf(row).map(([action, actionIcon]) => {
    const actionButton = iconButton(strings[action], icon(actionIcon));
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

function actionsOf({ pinned, isNewer, daysLeft }: ConversationRow): [RowAction, IconName][] {
  if (isNewer) {
    return [];
  }
  return daysLeft === undefined
    ? [['rename', 'edit'], pinned ? ['unpin', 'pinned'] : ['pin', 'pin'], ['delete', 'trash']]
    : [['restore', 'discard']];
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

function createSnippet({ snippet, ranges }: SearchHit, strings: PanelStrings): HTMLElement {
  const snippetElement = element('div', 'row-snippet', ...markedNodes(snippet, ranges, strings));
  snippetElement.dir = 'auto';
  return snippetElement;
}

/** Details under the title of a conversation, the most important first: the end is cut off in a narrow panel. */
function createConversationDetails(row: ConversationRow, strings: PanelStrings): HTMLElement {
  const { damagedTurns, isNewer, isRunning, daysLeft, changedAt, hasDraft, otherWorkspace } = row;
  const time = isRunning ? strings.replying : formatDayOrTime(changedAt);
  const details = [
    damagedTurns === undefined
      ? undefined
      : formatString(strings.damaged, Math.max(0, row.turns - damagedTurns), row.turns),
    isNewer ? strings.newerFormat : undefined,
    daysLeft === undefined ? time : formatPlural(daysLeft, strings.oneDayLeft, strings.daysLeft),
    hasDraft ? strings.draft : undefined,
    otherWorkspace,
    ...(damagedTurns === undefined && !isNewer
      ? [formatPlural(row.questions, strings.oneQuestion, strings.questions), row.model]
      : []),
  ];
  const text = visibleText(details.filter((detail) => detail !== undefined && detail !== '').join(' · '));
  return element('div', 'row-facts', text);
}

/** Formats a count, such as "1 question" or "1,200 questions". */
export function formatPlural(count: number, one: string, many: string): string {
  return count === 1 ? one : formatString(many, formatCount(count));
}
