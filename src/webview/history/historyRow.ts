import type { SearchHit } from '../../core/history/search/historySearch.ts';
import { visiblePiecesOfAll, visibleText } from '../../core/visibleText.ts';
import type { ConversationRow } from '../../protocol/history.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { formatCount, formatDayOrTime, formatString } from '../format.ts';
import { type IconName, icon } from '../icons.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { nodesOfPieces, visibleNodes } from '../visibleNodes.ts';

export type RowAction = 'rename' | 'pin' | 'unpin' | 'delete' | 'restore';

export interface RowCallbacks {
  onOpen(row: ConversationRow): void;
  onAction(row: ConversationRow, action: RowAction): void;
}

/** Row of a conversation: title, details, and buttons that show on focus or hover. */
export function createConversationRow(
  { strings }: ViewDeps,
  row: ConversationRow,
  isCurrent: boolean,
  callbacks: RowCallbacks,
): HTMLElement {
  const title = element('span', 'row-title', ...visibleNodes(row.title || strings.untitled, strings));
  title.dir = 'auto';
  title.title = visibleText(row.title);
  const iconName = rowIconOf(row);
  const text = element(
    'div',
    'row-text',
    element('div', 'row-head', ...(iconName === undefined ? [] : [icon(iconName)]), title),
    createConversationDetails(row, isCurrent, strings),
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
  rowElement.addEventListener('click', () => callbacks.onOpen(row));
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

export interface HitItem {
  hit: SearchHit;
  row: ConversationRow;
  /** Index of the hit, from 0. */
  index: number;
}

/** Row of a search hit: the title of its conversation and a snippet, with the matches highlighted. */
export function createHitRow({ strings }: ViewDeps, { hit, row }: HitItem, open: () => void): HTMLElement {
  const title = element(
    'span',
    'row-title',
    ...(row.title === '' ? [strings.untitled] : createMarkedNodes(row.title, hit.titleRanges, strings)),
  );
  title.dir = 'auto';
  title.title = visibleText(row.title);
  const snippet = element('div', 'row-snippet', ...createMarkedNodes(hit.snippet, hit.ranges, strings));
  snippet.dir = 'auto';
  const text = element(
    'div',
    'row-text',
    element('div', 'row-head', title),
    snippet,
    createConversationDetails(row, false, strings),
  );
  text.role = 'gridcell';
  const rowElement = element('div', 'row', text);
  rowElement.addEventListener('click', open);
  return rowElement;
}

/** Highlights the ranges in a text. Invalid ranges are ignored; all text is kept. */
function createMarkedNodes(text: string, ranges: SearchHit['ranges'], strings: PanelStrings): Node[] {
  /** Alternates between plain and highlighted text. */
  const texts: string[] = [];
  let from = 0;
  for (const [begin, end] of ranges) {
    if (begin >= from && end > begin && end <= text.length) {
      texts.push(text.slice(from, begin), text.slice(begin, end));
      from = end;
    }
  }
  return visiblePiecesOfAll([...texts, text.slice(from)]).flatMap((pieces, index): Node[] => {
    const nodes = nodesOfPieces(pieces, strings);
    return index % 2 === 1 ? [element('mark', '', ...nodes)] : nodes;
  });
}

/**
 * Details under the title of a conversation: its model, length and time of the last change. If there is not enough
 * room, the first half is truncated.
 */
function createConversationDetails(
  row: ConversationRow,
  isCurrent: boolean,
  strings: PanelStrings,
): HTMLElement {
  const long = [
    row.damagedTurns === undefined
      ? undefined
      : formatString(strings.damaged, Math.max(0, row.turns - row.damagedTurns), row.turns),
    row.isNewer ? strings.newerFormat : undefined,
    row.otherWorkspace,
    isIntact(row) ? row.model : undefined,
  ];
  const short = [
    row.hasDraft ? strings.draft : undefined,
    isIntact(row) ? formatPlural(row.turns, strings.oneTurn, strings.turns) : undefined,
    row.daysLeft === undefined
      ? row.isRunning
        ? strings.replying
        : formatDayOrTime(row.changedAt)
      : formatPlural(row.daysLeft, strings.oneDayLeft, strings.daysLeft),
    isCurrent ? strings.currentConversation : undefined,
  ];
  const text = [long, short].map((details) =>
    details.filter((detail) => detail !== undefined && detail !== ''),
  );
  const [before = '', after = ''] = text.map((details) => visibleText(details.join(' · ')));
  return element(
    'div',
    'row-facts',
    element('span', 'row-facts-long', before),
    element('span', 'row-facts-short', before === '' ? after : ` · ${after}`),
  );
}

function isIntact({ damagedTurns, isNewer }: ConversationRow): boolean {
  return damagedTurns === undefined && !isNewer;
}

/** Formats a count, such as "1 turn" or "1,200 turns". */
export function formatPlural(count: number, one: string, many: string): string {
  return count === 1 ? one : formatString(many, formatCount(count));
}
