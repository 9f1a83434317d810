import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ConversationRow, HistoryView } from '../../protocol/history.ts';
import { element, statusLine } from '../dom.ts';
import type { RequestError } from '../host.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { editTitle } from './editTitle.ts';
import { HistoryContent } from './historyContent.ts';
import type { HitItem, RowAction } from './historyRow.ts';
import { HistorySearchBox, type SearchHits } from './historySearchBox.ts';

/** Where in a conversation something was found. */
export interface HitLocation {
  conversationId: string;
  turnId?: string;
  text: string;
}

/** What the screen tells the panel around it. */
interface ScreenCallbacks {
  /** It lies over the chat from now on, or no longer. */
  onDidChangeVisibility(isShown: boolean): void;
  /** The keyboard is to go where it is when nothing else has it. */
  focusDefault(): void;
  /** A conversation was chosen, and is in the chat by now. */
  onOpened(jump?: HitLocation): void;
}

/** The conversations, in the place of the chat: to be looked through, opened, named, pinned and deleted. */
export class HistoryScreenView {
  readonly element: HTMLElement;
  readonly #deps: ViewDeps;
  readonly #callbacks: ScreenCallbacks;
  readonly #search: HistorySearchBox;
  readonly #content: HistoryContent;
  readonly #status = statusLine();
  #history: HistoryView | undefined;
  #found: SearchHits | undefined;
  #isTrash = false;
  /** A title is being written: what changes meanwhile is shown after that. */
  #isEditing = false;
  /** What had the keyboard before. */
  #before: Element | null = null;

  constructor(deps: ViewDeps, events: ScreenCallbacks) {
    this.#deps = deps;
    this.#callbacks = events;
    this.#search = new HistorySearchBox(deps, () => {
      this.#found = this.#search.query === '' ? undefined : this.#found;
      this.#render();
    });
    this.#content = new HistoryContent(deps, {
      onOpen: (row) => void this.#open(row),
      onOpenHit: (found) => void this.#openHit(found),
      onAction: (row, action) => this.#runAction(row, action),
      onLeaveTop: () => this.#search.focus(),
    });
    this.element = element('section', 'history', this.#search.element, this.#status, this.#content.element);
    this.element.ariaLabel = deps.strings.conversations;
    // A press beside the rows leaves the keyboard in the screen.
    this.element.tabIndex = -1;
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#onKeydown(event));
    document.addEventListener('keydown', (event) => this.#onDocumentKeydown(event), { capture: true });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Lies over the chat, with the keyboard in the search box; in the trash, on its list. */
  open(isTrash: boolean): void {
    this.#isTrash = isTrash;
    this.#search.element.hidden = isTrash;
    this.#status.textContent = '';
    if (!this.isOpen) {
      this.#before = document.activeElement;
      this.element.hidden = false;
      this.#deps.host.post({ type: 'historyVisibilityChanged', isShown: true });
      this.#callbacks.onDidChangeVisibility(true);
    }
    this.#render();
    if (isTrash) {
      this.element.focus();
      this.#content.focus();
    } else {
      this.#search.focus();
    }
  }

  /** Shows the chat again, with the keyboard where it was. */
  close(): void {
    if (!this.isOpen) {
      return;
    }
    const hadKeyboard = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.#history = undefined;
    this.#search.clear();
    this.#content.clear();
    this.#deps.host.post({ type: 'historyVisibilityChanged', isShown: false });
    this.#callbacks.onDidChangeVisibility(false);
    if (hadKeyboard) {
      this.#giveBack();
    }
  }

  #giveBack(): void {
    const before = this.#before;
    if (before instanceof HTMLElement && before !== document.body && before.checkVisibility()) {
      before.focus({ preventScroll: true });
    } else {
      this.#callbacks.focusDefault();
    }
  }

  showHistory(history: HistoryView): void {
    if (this.isOpen) {
      this.#history = history;
      this.#search.refresh();
      this.#render();
    }
  }

  showHits(found: SearchHits): void {
    if (this.isOpen && this.#search.isLatest(found)) {
      this.#found = found;
      this.#render();
    }
  }

  /** Lets the reader write another title where the old one stands. */
  editTitle(conversationId: string): void {
    const title = this.#content.rowOf(conversationId)?.querySelector<HTMLElement>('.row-title');
    if (title == null || this.#isEditing) {
      return;
    }
    const before = this.#history?.rows.find(({ id }) => id === conversationId)?.title ?? '';
    this.#isEditing = true;
    editTitle(title, before, this.#deps.strings.title, (written) => {
      const hadKeyboard = document.activeElement === document.body;
      this.#isEditing = false;
      this.#render();
      if (hadKeyboard) {
        this.#content.focus();
      }
      if (written !== undefined) {
        void this.#showError(
          this.#deps.host.request({ type: 'renameConversation', conversationId, title: written }),
        );
      }
    });
  }

  #render(): void {
    if (!this.#isEditing && this.isOpen) {
      const hadKeyboard = this.element.contains(document.activeElement);
      this.#content.show({
        history: this.#history,
        query: this.#search.query,
        found: this.#found,
        isTrash: this.#isTrash,
      });
      // Nothing is left that could have the keyboard but the screen itself, which knows its keys.
      if (hadKeyboard && !this.element.contains(document.activeElement)) {
        this.element.focus();
      }
    }
  }

  async #open({ id, daysLeft }: ConversationRow, jump?: HitLocation): Promise<void> {
    if (daysLeft === undefined && (await this.#request(id, 'open'))) {
      this.close();
      this.#callbacks.onOpened(jump);
    }
  }

  async #openHit({ hit, row }: HitItem): Promise<void> {
    const { conversationId, turnId, snippet, ranges } = hit;
    const [begin, end] = ranges[0] ?? [0, 0];
    const text = snippet.slice(begin, end);
    await this.#open(row, { conversationId, text, ...omitUndefined({ turnId }) });
  }

  #runAction({ id }: ConversationRow, action: RowAction): void {
    if (action === 'rename') {
      this.editTitle(id);
    } else {
      void this.#request(id, action);
    }
  }

  #request(conversationId: string, action: Exclude<RowAction, 'rename'> | 'open'): Promise<boolean> {
    return this.#showError(this.#deps.host.request({ type: 'conversationAction', conversationId, action }));
  }

  /** Says why something could not be done. True where it could. */
  async #showError(answer: Promise<RequestError>): Promise<boolean> {
    const problem = await answer;
    this.#status.textContent = problem ?? '';
    return problem === undefined;
  }

  #onDocumentKeydown(event: KeyboardEvent): void {
    const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'f';
    if (this.isOpen && isFind) {
      event.preventDefault();
      event.stopPropagation();
      if (!this.#isTrash) {
        this.#search.focus();
      }
    }
  }

  #onKeydown(event: KeyboardEvent): void {
    if (!event.isComposing && this.#handleKeydown(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Whether the key meant something. */
  #handleKeydown(event: KeyboardEvent): boolean {
    if (event.key === 'Escape') {
      this.#goBack();
      return true;
    }
    const isInBox = this.#search.element.contains(document.activeElement);
    const isOnRow = document.activeElement?.role === 'row';
    if (isInBox && event.key === 'ArrowDown') {
      this.#content.focus();
    } else if (isInBox && event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      this.#content.openFirst();
    } else if (isOnRow && (event.key === 'Enter' || event.key === ' ')) {
      this.#openActive();
    } else if (isOnRow && event.key === 'F2') {
      this.#runOnActive('rename');
    } else if (isOnRow && (event.key === 'Delete' || (event.metaKey && event.key === 'Backspace'))) {
      this.#runOnActive('delete');
    } else {
      if (!isInBox && !this.#isTrash && isPrintableKey(event)) {
        this.#search.focusForTyping();
      }
      return false;
    }
    return true;
  }

  #openActive(): void {
    const { active } = this.#content;
    if (active?.daysLeft !== undefined) {
      this.#runAction(active, 'restore');
    } else if (document.activeElement instanceof HTMLElement) {
      document.activeElement.click();
    }
  }

  #runOnActive(action: RowAction): void {
    const { active } = this.#content;
    if (active !== undefined && active.daysLeft === undefined && !active.isNewer) {
      this.#runAction(active, action);
    }
  }

  /** From the trash to the list, from what was found to all there is, from there to the chat. */
  #goBack(): void {
    if (this.#isTrash) {
      this.open(false);
    } else if (this.#search.query !== '') {
      this.#search.clear();
      this.#search.focus();
    } else {
      this.close();
    }
  }
}

function isPrintableKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}
