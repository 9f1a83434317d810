import type { UserTurnView } from '../../protocol/conversation.ts';
import { button, listenForPress } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { isImeKeydown } from '../keyboard.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';
import type { TurnList } from './turnList.ts';

/** The unsent text of an edited question. */
export interface QuestionEdit {
  conversationId: string;
  turnId: string;
  text: string;
}

/** Delay after which a changed text is reported, in ms. */
const REPORT_DELAY_MS = 200;

/**
 * Edits a question in its place, one at a time. Unsent text stays until it is sent or canceled, also while another
 * conversation is shown.
 */
export class QuestionEditor {
  readonly #deps: ViewDeps;
  readonly #turns: TurnList;
  /** Unsent texts by turn id, the last opened one last. */
  readonly #edits = new Map<string, QuestionEdit>();
  #form: QuestionForm | undefined;
  /** The question to edit as soon as its conversation is shown. */
  #pendingId: string | undefined;
  #reportTimer: number | undefined;

  constructor(deps: ViewDeps, turns: TurnList) {
    this.#deps = deps;
    this.#turns = turns;
  }

  /** Unsent texts, the oldest first. */
  get edits(): QuestionEdit[] {
    return [...this.#edits.values()];
  }

  /** Adds the texts from before a reload of the page. */
  restore(edits: readonly QuestionEdit[]): void {
    for (const edit of edits) {
      this.#edits.set(edit.turnId, edit);
    }
  }

  /** Discards the texts of conversations that were deleted for good. */
  forget(conversationIds: readonly string[]): void {
    for (const { conversationId, turnId } of this.edits) {
      if (conversationIds.includes(conversationId)) {
        this.#discard(turnId);
      }
    }
  }

  /** Opens the editor of a question and focuses it. */
  open(turnId: string): void {
    if (this.#form?.turn.id !== turnId) {
      this.#pendingId = this.#show(turnId) ? undefined : turnId;
    }
    this.#form?.focus();
  }

  /** Must be called after the scroll position of a conversation was restored. */
  openPending(): void {
    if (this.#pendingId !== undefined) {
      this.open(this.#pendingId);
      this.#pendingId = undefined;
    }
  }

  /** Must be called when all turns were replaced. Shows the text that was being edited in this conversation. */
  onConversationShown(): void {
    if (this.#form?.element.isConnected === false) {
      this.#form = undefined;
    }
    if (this.#form === undefined) {
      const edited = [...this.#edits.keys()].findLast((id) => this.#turns.questionOf(id) !== undefined);
      if (edited !== undefined) {
        this.#show(edited);
      }
    }
    this.onTurnsChanged();
  }

  /** Must be called when a turn was added or its status has changed. */
  onTurnsChanged(): void {
    if (this.#form !== undefined) {
      this.#form.isReplaced = this.#turns.isUnanswered(this.#form.turn.id);
    }
    this.#markLeftBehind();
  }

  /** Returns false if there is no such question. */
  #show(turnId: string): boolean {
    const turn = this.#turns.questionOf(turnId);
    const article = this.#turns.elementOf(turnId);
    const card = article?.querySelector('.question');
    if (turn === undefined || article === undefined || !card) {
      return false;
    }
    this.#close();
    const text = this.#edits.get(turnId)?.text ?? turn.text;
    this.#keep(turnId, text);
    this.#form = new QuestionForm(this.#deps, turn, {
      text,
      onInput: (changed) => this.#keep(turnId, changed),
      onCancel: () => this.#cancel(turnId, article),
      onSent: () => this.#discard(turnId),
    });
    article.classList.add('editing');
    card.append(this.#form.element);
    this.onTurnsChanged();
    return true;
  }

  #cancel(turnId: string, article: HTMLElement): void {
    this.#discard(turnId);
    article.querySelector<HTMLElement>('.turn-menu')?.focus();
  }

  #discard(turnId: string): void {
    this.#edits.delete(turnId);
    this.#reportEdits();
    if (this.#form?.turn.id === turnId) {
      this.#close();
    }
  }

  /** Closes the editor. Its text stays if it was changed. */
  #close(): void {
    const form = this.#form;
    if (form === undefined) {
      return;
    }
    this.#form = undefined;
    if (this.#edits.get(form.turn.id)?.text === form.turn.text) {
      this.#edits.delete(form.turn.id);
    }
    form.element.closest('.turn')?.classList.remove('editing');
    form.element.remove();
    this.#markLeftBehind();
  }

  #keep(turnId: string, text: string): void {
    const conversationId = this.#edits.get(turnId)?.conversationId ?? this.#deps.host.shownId;
    this.#edits.delete(turnId);
    this.#edits.set(turnId, { conversationId, turnId, text });
    this.#reportEdits();
  }

  #reportEdits(): void {
    this.#reportTimer ??= window.setTimeout(() => {
      this.#reportTimer = undefined;
      this.#deps.ui.saveViewState();
    }, REPORT_DELAY_MS);
  }

  /** Dims the turns that the copy will not contain. */
  #markLeftBehind(): void {
    const article = this.#form?.isReplaced === false ? this.#form.element.closest('.turn') : null;
    let isBehind = false;
    for (const turn of this.#turns.element.querySelectorAll('.turn')) {
      turn.classList.toggle('left-behind', isBehind);
      isBehind ||= turn === article;
    }
  }
}

interface FormOptions {
  text: string;
  onInput(text: string): void;
  onCancel(): void;
  onSent(): void;
}

/** The text box in place of a question's text. */
class QuestionForm {
  readonly element: HTMLElement;
  readonly turn: UserTurnView;
  readonly #deps: ViewDeps;
  readonly #options: FormOptions;
  readonly #box = element('textarea');
  readonly #hint = element('span', 'question-editor-hint');
  readonly #cancelButton: HTMLButtonElement;
  readonly #sendButton: HTMLButtonElement;
  readonly #status = statusLine();
  #isSending = false;
  #isReplaced = false;

  constructor(deps: ViewDeps, turn: UserTurnView, options: FormOptions) {
    this.#deps = deps;
    this.turn = turn;
    this.#options = options;
    this.#box.value = options.text;
    this.#box.dir = 'auto';
    this.#box.ariaLabel = t('Edit question');
    this.#box.addEventListener('input', () => {
      options.onInput(this.#box.value);
      this.#updateButtons();
    });
    this.#cancelButton = button('text-button secondary', t('Cancel'));
    this.#cancelButton.addEventListener('click', () => this.#cancel());
    this.#sendButton = button('text-button primary', t('Send'));
    listenForPress(this.#sendButton, () => this.#send());
    this.element = element(
      'div',
      'question-editor',
      this.#box,
      this.#status,
      element(
        'div',
        'question-editor-row',
        this.#hint,
        element('div', 'question-editor-buttons', this.#cancelButton, this.#sendButton),
      ),
    );
    this.element.addEventListener('keydown', (event) => this.#onKeydown(event));
    this.#updateButtons();
  }

  /** Whether the question is replaced in its conversation, instead of asked in a copy. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  set isReplaced(isReplaced: boolean) {
    const hint = isReplaced
      ? t('Replaces this question, which has no reply.')
      : t('Sends in a copy of this conversation; this one stays.');
    this.#isReplaced = isReplaced;
    this.#hint.textContent = hint;
    this.#box.ariaDescription = hint;
  }

  focus(): void {
    this.#box.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  #onKeydown(event: KeyboardEvent): void {
    if (isImeKeydown(event)) {
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      this.#cancel();
    } else if (event.key === 'Enter' && !event.shiftKey && event.target === this.#box) {
      event.preventDefault();
      // A held key sends once.
      if (!event.repeat) {
        void this.#send();
      }
    }
  }

  get #canSend(): boolean {
    return !this.#isSending && (this.#box.value.trim() !== '' || this.turn.attachments.length > 0);
  }

  /** Does nothing once the question is being sent, which can't be taken back. */
  #cancel(): void {
    if (!this.#isSending) {
      this.#options.onCancel();
    }
  }

  async #send(): Promise<void> {
    if (!this.#canSend) {
      return;
    }
    this.#isSending = true;
    this.#box.readOnly = true;
    this.#status.replaceChildren();
    this.#updateButtons();
    const error = await this.#deps.host.request({
      type: 'editQuestion',
      turnId: this.turn.id,
      text: this.#box.value,
    });
    this.#isSending = false;
    this.#box.readOnly = false;
    this.#updateButtons();
    if (error === undefined) {
      this.#options.onSent();
    } else {
      this.#status.replaceChildren(...visibleNodes(error));
    }
  }

  #updateButtons(): void {
    // Not `disabled`: a button would lose the focus.
    this.#cancelButton.ariaDisabled = String(this.#isSending);
    this.#sendButton.ariaDisabled = String(!this.#canSend);
  }
}
