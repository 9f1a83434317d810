import type { Composition } from '../composition.ts';
import { elementOfPage, isTextField } from '../dom.ts';
import { DraftSync } from '../draftSync.ts';
import { type BoxWriter, TextBox } from '../textBox.ts';
import type { ViewDeps } from '../viewDeps.ts';

/**
 * Text of the question, which is synced to the host as the draft. The first box stands in the page: its text, caret and
 * undo history stay when the panel takes it over.
 *
 * Chromium has one undo history for all boxes of a page, so there is a new box for each
 * conversation that is shown, for the text that is left after a send, and when another text field gets the focus: Undo
 * and Redo then change nothing that belongs elsewhere. All other changes are made as if typed, and can be undone.
 */
export class ComposerText {
  /** Contains the box. Listen to this element, since the box is replaced. */
  readonly element = elementOfPage('.composer-text');
  readonly #draft: DraftSync;
  readonly #onChanged: () => void;
  readonly #composition: Composition;
  readonly #text: TextBox<HTMLTextAreaElement>;
  /** The text with which the page came. */
  readonly #initialText: string;

  /** @param onChanged called when the text has changed */
  constructor({ host, composition, ui }: ViewDeps, onChanged: () => void) {
    this.#composition = composition;
    this.#text = new TextBox(composition, elementOfPage<HTMLTextAreaElement>('.composer-text > textarea'));
    this.#initialText = this.box.dataset['draft'] ?? '';
    this.#draft = new DraftSync(
      host,
      () => this.value,
      // With the place of the caret.
      () => ui.saveViewState(),
    );
    this.#onChanged = onChanged;
    this.#draft.markSynced(this.#initialText);
    delete this.box.dataset['draft'];
    this.element.addEventListener('input', () => this.#onInput());
    // Undo in another text field would change this one, perhaps unseen.
    document.addEventListener('focusin', ({ target }) => {
      if (isTextField(target) && target !== this.box) {
        this.change((box) => box.renew(this.value, this.caret, this.box.selectionEnd));
      }
    });
  }

  /** The box that is shown now. */
  get box(): HTMLTextAreaElement {
    return this.#text.field;
  }

  get value(): string {
    return this.#text.value;
  }

  get caret(): number {
    return this.#text.selectionStart;
  }

  focus(): void {
    this.#text.focus();
  }

  /** Sends a pending change of the draft to the host immediately. */
  flush(): void {
    this.#draft.flush();
  }

  /** Changes the text, once no word is composed (`TextBox.change`). */
  change(write: (box: BoxWriter) => void): void {
    this.#text.change(write);
  }

  /** Replaces all text as if typed. */
  replaceAll(text: string): void {
    this.change((box) => box.type(0, this.value.length, text));
  }

  /** Shows the draft of another conversation. */
  switchConversation(conversationId: string, draft: string): void {
    // What is composed, and what waits for that, belongs to the conversation that is left.
    this.#composition.finish();
    this.#draft.switchTo(conversationId);
    this.change((box) => box.renew(draft));
    this.#markSynced(draft);
  }

  /**
   * Shows the host's draft in a page that just loaded. Text that was typed before is kept, after the draft. What was sent
   * of it may already be in the draft, at its end.
   */
  initialize(conversationId: string, draft: string, caret?: number): void {
    const { syncedText: sent } = this.#draft;
    this.#draft.switchTo(conversationId);
    const lines = draft.split('\n');
    const start = lines.findIndex((_, index) => {
      const end = lines.slice(index).join('\n');
      return end !== '' && sent.startsWith(end);
    });
    const older = lines.slice(0, start < 0 ? lines.length : start).join('\n');
    this.change((box) => {
      const typed = this.value;
      if (typed === this.#initialText && typed === sent) {
        if (typed !== draft) {
          box.renew(draft, caret);
        } else {
          box.select(caret ?? draft.length, caret ?? draft.length);
        }
      } else if (older !== '') {
        const added = typed === '' ? older : `${older}\n`;
        box.renew(added + typed, added.length + this.caret, added.length + this.box.selectionEnd);
      }
      if (this.value === draft) {
        this.#markSynced(draft);
      } else {
        this.#onInput();
      }
    });
  }

  /** Shows a draft that the host changed. If the user is typing here, Undo gets the typed text back. */
  replaceWithDraft(draft: string): void {
    const before = this.value;
    this.change((box) => {
      const text = withTyped(draft, before, this.value);
      // Before the change, which is not sent back.
      this.#draft.markSynced(draft);
      if (text !== this.value) {
        if (this.#text.hasFocus) {
          box.type(0, this.value.length, text);
        } else {
          box.renew(text);
        }
        if (text === draft) {
          this.#markSynced(draft);
        } else {
          this.#onInput();
        }
      }
    });
  }

  /** Whether the text is changing without being typed, although the browser reports it as typed. */
  get isReplacing(): boolean {
    return this.#text.isWriting;
  }

  /** Shows the draft typed in another chat webview, unless this one has unsynced changes. */
  applyRemoteDraft(draft: string): void {
    this.#text.changeUnlessTyped(() => {
      if (!this.#draft.isDirty) {
        this.replaceWithDraft(draft);
      }
    });
  }

  /** Removes the sent text, but not what was typed after it in the meantime. */
  removeSent(sent: string): void {
    this.change((box) => {
      if (this.value.startsWith(sent)) {
        const { selectionStart, selectionEnd, value } = this.box;
        box.renew(value.slice(sent.length), selectionStart - sent.length, selectionEnd - sent.length);
      }
      this.flush();
      this.#onChanged();
    });
  }

  /** The text came from the host. */
  #markSynced(text: string): void {
    this.#draft.markSynced(text);
    this.#onChanged();
  }

  #onInput(): void {
    this.#draft.onInput();
    this.#onChanged();
  }
}

/** The host's text with what was composed since that was on its way, if it contains the text before. */
function withTyped(draft: string, before: string, typed: string): string {
  if (typed === before) {
    return draft;
  }
  if (draft.endsWith(before)) {
    return draft.slice(0, draft.length - before.length) + typed;
  }
  return draft.startsWith(before) ? typed + draft.slice(before.length) : draft;
}
