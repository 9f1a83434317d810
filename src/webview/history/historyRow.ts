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

/** A conversation in the list: its title, what is to be known of it, and its buttons, which the keyboard or a pointer brings out. */
export function createConversationRow(
  { strings }: ViewDeps,
  row: ConversationRow,
  isCurrent: boolean,
  events: RowCallbacks,
): HTMLElement {
  const title = element('span', 'row-title', ...visibleNodes(row.title || strings.untitled, strings));
  title.dir = 'auto';
  title.title = visibleText(row.title);
  const sign = rowIconOf(row);
  const text = element(
    'div',
    'row-text',
    element('div', 'row-head', ...(sign === undefined ? [] : [icon(sign)]), title),
    createConversationDetails(row, isCurrent, strings),
  );
  text.role = 'gridcell';
  const buttons = actionsOf(row).map(([action, iconName]) => {
    const made = iconButton(strings[action], icon(iconName));
    made.tabIndex = -1;
    made.addEventListener('click', (event) => {
      event.stopPropagation();
      events.onAction(row, action);
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
  if (isCurrent) {
    made.ariaCurrent = 'true';
  }
  made.dataset['vscodeContext'] = toMenuContext(row);
  made.addEventListener('click', () => events.onOpen(row));
  return made;
}

/** What tells the row apart at once; the words for it stand among the facts, or in the heading of the pinned ones. */
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

/** Lets VS Code show the row's menu, `webview/context` in package.json, and hand the conversation to the command. */
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

/** Something that was found, with the conversation that it was said in. */
export interface HitItem {
  hit: SearchHit;
  row: ConversationRow;
  /** Which of the hits it is, from 0. */
  index: number;
}

/** A hit in the list: the title of its conversation and the words around it, with those that were looked for marked. */
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
  const made = element('div', 'row', text);
  made.addEventListener('click', open);
  return made;
}

/** A text in pieces. Ranges that make no sense are no marks, and no reason to lose any of the text. */
function createMarkedNodes(text: string, ranges: SearchHit['ranges'], strings: PanelStrings): Node[] {
  /** Every other one is marked. */
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
 * What stands under the title of a conversation: its model, how long it is, and when something was last said in it.
 * Where there is not room for all of it, it is the beginning that is cut.
 */
function createConversationDetails(
  row: ConversationRow,
  isShown: boolean,
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
    isShown ? strings.currentConversation : undefined,
  ];
  const text = [long, short].map((facts) => facts.filter((fact) => fact !== undefined && fact !== ''));
  const [before = '', after = ''] = text.map((facts) => visibleText(facts.join(' · ')));
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

/** A count in words, such as "1 turn" or "1,200 turns". */
export function formatPlural(count: number, one: string, many: string): string {
  return count === 1 ? one : formatString(many, formatCount(count));
}
