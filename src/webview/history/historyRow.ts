import type { SearchHit } from '../../core/history/search/historySearch.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { ConversationRow } from '../../protocol/history.ts';
import { button, setButtonName } from '../buttons.ts';
import { element, setChildren } from '../dom.ts';
import { formatDayOrTime, formatPlural } from '../format.ts';
import { type IconName, icon, setIcon } from '../icons.ts';
import { t } from '../l10n.ts';
import { markedNodes } from '../markedText.ts';

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
export class ConversationRowView {
  readonly element = element('div', 'row');
  readonly #icon = icon('loading');
  readonly #title = element('span', 'row-title');
  readonly #snippet = element('div', 'row-snippet');
  readonly #facts = element('div', 'row-facts');
  readonly #actions = element('div', 'row-actions');
  readonly #callbacks: RowCallbacks;
  readonly #buttons: HTMLButtonElement[] = [];
  #listed: ListedRow;

  constructor(listed: ListedRow, callbacks: RowCallbacks) {
    this.#listed = listed;
    this.#callbacks = callbacks;
    this.#title.dir = 'auto';
    this.#snippet.dir = 'auto';
    const head = element('div', 'row-head', this.#icon, this.#title);
    const text = element('div', 'row-text', head, this.#snippet, this.#facts);
    text.role = 'gridcell';
    this.#actions.role = 'gridcell';
    this.element.append(text, this.#actions);
    this.element.addEventListener('click', () => callbacks.onOpen(this.#listed));
  }

  update(listed: ListedRow): void {
    const { row, isCurrent, hit } = listed;
    this.#listed = listed;
    const iconName = rowIconOf(row);
    this.#icon.hidden = iconName === undefined;
    setIcon(this.#icon, iconName ?? 'loading');
    this.element.className = iconName === undefined ? 'row' : `row row-${iconName}`;
    this.element.ariaCurrent = isCurrent ? 'true' : null;
    this.element.dataset['vscodeContext'] = toMenuContext(row);
    setChildren(
      this.#title,
      ...(row.title === '' ? [t('Untitled')] : markedNodes(row.title, hit?.titleRanges ?? [])),
    );
    this.#title.title = visibleText(row.title);
    this.#snippet.hidden = hit === undefined;
    setChildren(this.#snippet, ...markedNodes(hit?.snippet ?? '', hit?.ranges ?? []));
    setChildren(this.#facts, formatConversationDetails(row));
    this.#showActions(actionsOf(row));
  }

  /** Pin and Unpin are one button, which keeps the focus. */
  #showActions(actions: readonly RowActionView[]): void {
    this.#actions.hidden = actions.length === 0;
    this.element.style.setProperty('--buttons', String(actions.length));
    for (const [index, [, name, iconName]] of actions.entries()) {
      this.#buttons[index] ??= this.#addButton(index);
      setButtonName(this.#buttons[index], name);
      setChildren(this.#buttons[index], icon(iconName));
    }
    for (const extra of this.#buttons.splice(actions.length)) {
      if (extra === document.activeElement) {
        this.element.focus();
      }
      extra.remove();
    }
  }

  #addButton(index: number): HTMLButtonElement {
    const added = button('icon-button');
    added.tabIndex = -1;
    added.addEventListener('click', (event) => {
      event.stopPropagation();
      const [action] = actionsOf(this.#listed.row)[index] ?? [];
      if (action !== undefined) {
        this.#callbacks.onAction(this.#listed.row, action);
      }
    });
    this.#actions.append(added);
    return added;
  }
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

type RowActionView = readonly [RowAction, name: string, IconName];

function actionsOf({ pinned, isNewer, daysLeft }: ConversationRow): readonly RowActionView[] {
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

/** Details under the title of a conversation, the most important first: the end is cut off in a narrow panel. */
function formatConversationDetails(row: ConversationRow): string {
  const { damagedTurns, isNewer, isRunning, daysLeft, changedAt, hasDraft, otherWorkspace } = row;
  const time = isRunning ? t('replying') : formatDayOrTime(changedAt);
  const details = [
    damagedTurns === undefined
      ? undefined
      : t('damaged: {0} of {1} readable', Math.max(0, row.turns - damagedTurns), row.turns),
    isNewer ? t('read-only: saved by a newer version') : undefined,
    daysLeft === undefined ? time : formatPlural(daysLeft, t('1 day left'), t('{0} days left')),
    hasDraft ? t('Draft') : undefined,
    otherWorkspace,
    ...(damagedTurns === undefined && !isNewer
      ? [formatPlural(row.questions, t('1 question'), t('{0} questions')), row.model]
      : []),
  ];
  return visibleText(details.filter((detail) => detail !== undefined && detail !== '').join(' · '));
}
