import { defined } from '../../base/defined.ts';
import type { ConversationRow, HistoryView } from '../../protocol/history.ts';
import { element, statusLine } from '../dom.ts';
import type { RequestProblem } from '../host.ts';
import type { ViewContext } from '../viewContext.ts';
import { HistoryContent } from './historyContent.ts';
import type { FoundHit, RowAction } from './historyRow.ts';
import { HistorySearchBox, type SearchHits } from './historySearchBox.ts';
import { editTitle } from './titleInput.ts';

/** Where in a conversation something was found. */
export interface Jump {
  conversationId: string;
  turnId?: string;
  text: string;
}

/** What the screen tells the panel around it. */
interface ScreenEvents {
  /** It lies over the chat from now on, or no longer. */
  onShown(isShown: boolean): void;
  /** The keyboard is to go where it is when nothing else has it. */
  goHome(): void;
  /** A conversation was chosen, and is in the chat by now. */
  onChosen(jump?: Jump): void;
}

/** The conversations, in the place of the chat: to be looked through, opened, named, pinned and deleted. */
export class HistoryScreenView {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #events: ScreenEvents;
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

  constructor(context: ViewContext, events: ScreenEvents) {
    this.#context = context;
    this.#events = events;
    this.#search = new HistorySearchBox(context, () => {
      this.#found = this.#search.query === '' ? undefined : this.#found;
      this.#render();
    });
    this.#content = new HistoryContent(context, {
      open: (row) => void this.#open(row),
      openHit: (found) => void this.#openHit(found),
      act: (row, action) => this.#act(row, action),
      leaveUpward: () => this.#search.focus(),
    });
    this.element = element('section', 'history', this.#search.element, this.#status, this.#content.element);
    this.element.ariaLabel = context.strings.conversations;
    // A press beside the rows leaves the keyboard in the screen.
    this.element.tabIndex = -1;
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
    document.addEventListener('keydown', (event) => this.#pressedAnywhere(event), { capture: true });
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
      this.#context.host.post({ type: 'historyShown', isShown: true });
      this.#events.onShown(true);
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
    this.#context.host.post({ type: 'historyShown', isShown: false });
    this.#events.onShown(false);
    if (hadKeyboard) {
      this.#giveBack();
    }
  }

  #giveBack(): void {
    const before = this.#before;
    if (before instanceof HTMLElement && before !== document.body && before.checkVisibility()) {
      before.focus({ preventScroll: true });
    } else {
      this.#events.goHome();
    }
  }

  showHistory(history: HistoryView): void {
    if (this.isOpen) {
      this.#history = history;
      this.#search.repeat();
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
    editTitle(title, before, this.#context.strings.title, (written) => {
      const hadKeyboard = document.activeElement === document.body;
      this.#isEditing = false;
      this.#render();
      if (hadKeyboard) {
        this.#content.focus();
      }
      if (written !== undefined) {
        void this.#report(
          this.#context.host.request({ type: 'renameConversation', conversationId, title: written }),
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

  async #open({ id, daysLeft }: ConversationRow, jump?: Jump): Promise<void> {
    if (daysLeft === undefined && (await this.#request(id, 'open'))) {
      this.close();
      this.#events.onChosen(jump);
    }
  }

  async #openHit({ hit, row }: FoundHit): Promise<void> {
    const { conversationId, turnId, snippet, ranges } = hit;
    const [begin, end] = ranges[0] ?? [0, 0];
    const text = snippet.slice(begin, end);
    await this.#open(row, { conversationId, text, ...defined({ turnId }) });
  }

  #act({ id }: ConversationRow, action: RowAction): void {
    if (action === 'rename') {
      this.editTitle(id);
    } else {
      void this.#request(id, action);
    }
  }

  #request(conversationId: string, action: Exclude<RowAction, 'rename'> | 'open'): Promise<boolean> {
    return this.#report(this.#context.host.request({ type: 'conversationAction', conversationId, action }));
  }

  /** Says why something could not be done. True where it could. */
  async #report(answer: Promise<RequestProblem>): Promise<boolean> {
    const problem = await answer;
    this.#status.textContent = problem ?? '';
    return problem === undefined;
  }

  #pressedAnywhere(event: KeyboardEvent): void {
    const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'f';
    if (this.isOpen && isFind) {
      event.preventDefault();
      event.stopPropagation();
      if (!this.#isTrash) {
        this.#search.focus();
      }
    }
  }

  #pressed(event: KeyboardEvent): void {
    if (!event.isComposing && this.#carryOut(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Whether the key meant something. */
  #carryOut(event: KeyboardEvent): boolean {
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
      this.#enter();
    } else if (isOnRow && event.key === 'F2') {
      this.#onActive('rename');
    } else if (isOnRow && (event.key === 'Delete' || (event.metaKey && event.key === 'Backspace'))) {
      this.#onActive('delete');
    } else {
      if (!isInBox && !this.#isTrash && isLetter(event)) {
        this.#search.takeLetter();
      }
      return false;
    }
    return true;
  }

  #enter(): void {
    const { active } = this.#content;
    if (active?.daysLeft !== undefined) {
      this.#act(active, 'restore');
    } else if (document.activeElement instanceof HTMLElement) {
      document.activeElement.click();
    }
  }

  #onActive(action: RowAction): void {
    const { active } = this.#content;
    if (active !== undefined && active.daysLeft === undefined && !active.isNewer) {
      this.#act(active, action);
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

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}
