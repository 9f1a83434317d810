import { hasText } from '../../base/hasText.ts';
import type { QuestionEditView, UserTurnView } from '../../protocol/conversation.ts';
import { button, listenForPress } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { DraftSync } from '../draftSync.ts';
import { isDone, textError, textOf } from '../host.ts';
import { listenForKeys } from '../keyboard.ts';
import { t } from '../l10n.ts';
import { TextBox } from '../textBox.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';
import type { TurnList } from './turnList.ts';

/**
 * Edits a question in its place, one at a time. Unsent text stays until it is sent or canceled, also while another
 * conversation is shown: the host keeps it, as it does with the composer's.
 */
export class QuestionEditor {
  readonly #deps: ViewDeps;
  readonly #turns: TurnList;
  readonly #draft: DraftSync;
  /** Unsent texts of the shown conversation by turn id, the last changed one last. */
  #edits = new Map<string, string>();
  #form: QuestionForm | undefined;
  /** The question to edit as soon as its conversation is shown. */
  #pendingId: string | undefined;
  /** The question that was being edited before a reload of the page. */
  #reopenedId: string | undefined;

  constructor(deps: ViewDeps, turns: TurnList) {
    this.#deps = deps;
    this.#turns = turns;
    this.#draft = new DraftSync(
      deps.host,
      () => this.#form?.text,
      () => deps.ui.saveViewState(),
    );
  }

  /** The question that is being edited. */
  get turnId(): string | undefined {
    return this.#form?.turn.id;
  }

  /** Must be called before the turns of another conversation are shown. */
  switchConversation(edits: readonly QuestionEditView[]): void {
    this.#close();
    this.#edits = new Map(edits.map(({ turnId, text }) => [turnId, text]));
  }

  /** Opens this editor, or the last changed one, when the turns are shown. */
  reopen(turnId: string | undefined): void {
    this.#reopenedId = turnId;
  }

  /** Shows a text that was typed in another chat webview, unless this one has unsynced changes. */
  applyRemote(turnId: string, text: string): void {
    const form = this.#form;
    if (form?.turn.id !== turnId) {
      this.#keep(turnId, text);
    } else if (!this.#draft.isDirty) {
      form.showRemote(text, () => {
        this.#keep(turnId, text);
        this.#draft.markSynced(text);
      });
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
      this.#close();
    }
    if (this.#form === undefined) {
      const ids = [...this.#edits.keys(), this.#reopenedId ?? ''];
      const edited = ids.findLast((id) => this.#turns.questionOf(id) !== undefined);
      if (edited !== undefined) {
        this.#show(edited);
      }
    }
    this.#reopenedId = undefined;
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
    const text = this.#edits.get(turnId) ?? turn.text;
    this.#draft.switchTo(this.#deps.host.shownId, turnId);
    this.#form = new QuestionForm(this.#deps, turn, {
      text,
      onInput: (changed) => {
        this.#keep(turnId, changed);
        this.#draft.onInput();
      },
      onCancel: () => {
        this.#discard(turnId);
        article.querySelector<HTMLElement>('.turn-menu')?.focus();
      },
      onSend: () => this.#draft.flush(),
      onSent: () => this.#discard(turnId),
    });
    this.#draft.markSynced(text);
    article.classList.add('editing');
    card.append(this.#form.element);
    this.onTurnsChanged();
    return true;
  }

  /** Discards the text of a question, which is then as it was asked. */
  #discard(turnId: string): void {
    if (this.#form?.turn.id === turnId) {
      this.#form.discard();
      this.#keep(turnId, this.#form.text);
      this.#close();
    }
  }

  /** Closes the editor. Its text stays if it was changed. */
  #close(): void {
    const form = this.#form;
    if (form === undefined) {
      return;
    }
    // Before the box is removed, and its text is read.
    this.#deps.composition.finish();
    this.#draft.flush();
    this.#form = undefined;
    form.element.closest('.turn')?.classList.remove('editing');
    form.element.remove();
    this.#markLeftBehind();
  }

  #keep(turnId: string, text: string): void {
    this.#edits.delete(turnId);
    if (text !== this.#turns.questionOf(turnId)?.text) {
      this.#edits.set(turnId, text);
    }
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
  onSend(): void;
  onSent(): void;
}

/** The text box in place of a question's text. */
class QuestionForm {
  readonly element: HTMLElement;
  readonly turn: UserTurnView;
  readonly #deps: ViewDeps;
  readonly #options: FormOptions;
  readonly #box: TextBox<HTMLTextAreaElement>;
  readonly #hint = element('span', 'question-editor-hint');
  readonly #cancelButton: HTMLButtonElement;
  readonly #sendButton: HTMLButtonElement;
  readonly #status = statusLine();
  #isSending = false;
  #isDiscarded = false;
  #isReplaced = false;

  constructor(deps: ViewDeps, turn: UserTurnView, options: FormOptions) {
    this.#deps = deps;
    this.turn = turn;
    this.#options = options;
    const field = element('textarea');
    field.dir = 'auto';
    field.ariaLabel = t('Edit question');
    this.#box = new TextBox(deps.composition, field, options.text);
    field.addEventListener('input', () => {
      options.onInput(this.#box.value);
      this.#status.replaceChildren(...visibleNodes(textError(this.#box.value) ?? ''));
      this.#updateButtons();
    });
    this.#cancelButton = button('text-button secondary', t('Cancel'));
    this.#cancelButton.addEventListener('click', () => this.#cancel());
    this.#sendButton = button('text-button primary', t('Send'));
    listenForPress(this.#sendButton, () => this.#send());
    this.element = element(
      'div',
      'question-editor',
      field,
      this.#status,
      element(
        'div',
        'question-editor-row',
        this.#hint,
        element('div', 'question-editor-buttons', this.#cancelButton, this.#sendButton),
      ),
    );
    listenForKeys(this.element, (event) => this.#onKeydown(event));
    this.#updateButtons();
  }

  /** That of the question once this one is discarded. */
  get text(): string {
    return this.#isDiscarded ? this.turn.text : this.#box.value;
  }

  discard(): void {
    this.#isDiscarded = true;
  }

  /** @param onShown called unless something is typed first */
  showRemote(text: string, onShown: () => void): void {
    this.#box.changeUnlessTyped((box) => {
      if (text !== this.#box.value) {
        box.set(text);
        this.#updateButtons();
      }
      onShown();
    });
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
    this.#box.field.ariaDescription = hint;
  }

  focus(): void {
    this.#box.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      this.#cancel();
    } else if (event.key === 'Enter' && !event.shiftKey && event.target === this.#box.field) {
      event.preventDefault();
      // A held key sends once.
      if (!event.repeat) {
        void this.#send();
      }
    }
  }

  get #canSend(): boolean {
    return !this.#isSending && (hasText(this.#box.value) || this.turn.attachments.length > 0);
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
    this.#box.field.readOnly = true;
    this.#status.replaceChildren();
    this.#updateButtons();
    // So that the host has the text even if the request fails.
    this.#options.onSend();
    const result = await this.#deps.host.request({
      type: 'editQuestion',
      turnId: this.turn.id,
      text: this.#box.value,
    });
    this.#isSending = false;
    this.#box.field.readOnly = false;
    this.#updateButtons();
    if (isDone(result)) {
      this.#options.onSent();
    } else {
      this.#status.replaceChildren(...visibleNodes(textOf(result)));
    }
  }

  #updateButtons(): void {
    // Not `disabled`: a button would lose the focus.
    this.#cancelButton.ariaDisabled = String(this.#isSending);
    this.#sendButton.ariaDisabled = String(!this.#canSend);
  }
}
