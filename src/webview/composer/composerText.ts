import { elementOfPage, isTextField } from '../dom.ts';
import { DraftSync } from '../draftSync.ts';
import type { ViewDeps } from '../viewDeps.ts';

/**
 * Text of the question, which is synced to the host as the draft. The first box stands in the page: its text, caret and
 * undo history stay when the panel takes it over.
 *
 * Only this class changes the text. Chromium has one undo history for all boxes of a page, so there is a new box for each
 * conversation that is shown, for the text that is left after a send, and when another text field gets the focus: Undo
 * and Redo then change nothing that belongs elsewhere. All other changes are made as if typed, and can be undone. None is
 * made while an input method is composing text, which would be inserted twice.
 */
export class ComposerText {
  /** Contains the box. Listen to this element, since the box is replaced. */
  readonly element = elementOfPage('.composer-text');
  readonly #draft: DraftSync;
  readonly #onChanged: () => void;
  #box = elementOfPage<HTMLTextAreaElement>('.composer-text > textarea');
  /** The text with which the page came. */
  readonly #initialText = this.#box.dataset['draft'] ?? '';
  #isComposing = false;
  #isReplacing = false;
  /** Changes of the text, in order, that wait for the end of a composition. */
  #waiting: (() => void)[] = [];

  /** @param onChanged called when the text has changed */
  constructor({ host, ui }: ViewDeps, onChanged: () => void) {
    this.#draft = new DraftSync(
      host,
      () => this.value,
      // With the place of the caret.
      () => ui.saveViewState(),
    );
    this.#onChanged = onChanged;
    this.#draft.markSynced(this.#initialText);
    delete this.#box.dataset['draft'];
    this.element.addEventListener('input', () => this.#onInput());
    // Undo in another text field would change this one, perhaps unseen.
    document.addEventListener('focusin', ({ target }) => {
      if (isTextField(target) && target !== this.#box) {
        this.#renew(this.value, this.caret, this.#box.selectionEnd);
      }
    });
    this.element.addEventListener('compositionstart', () => {
      this.#isComposing = true;
    });
    this.element.addEventListener('compositionend', () => {
      this.#isComposing = false;
      for (const change of this.#waiting.splice(0)) {
        change();
      }
    });
  }

  /** The box that is shown now. Only this class changes its text. */
  get box(): HTMLTextAreaElement {
    return this.#box;
  }

  get value(): string {
    return this.#box.value;
  }

  get caret(): number {
    return this.#box.selectionStart;
  }

  focus(): void {
    this.#box.focus();
  }

  /** Sends a pending change of the draft to the host immediately. */
  flush(): void {
    this.#draft.flush();
  }

  /** Replaces a range, in UTF-16 code units, as if typed, so that Undo can revert it. Focuses the box. */
  replaceRange(start: number, end: number, text: string): void {
    this.focus();
    this.#box.setSelectionRange(start, end);
    // Deprecated, but the only way to preserve the browser's undo history.
    const command = text === '' ? 'delete' : 'insertText';
    if ((start !== end || text !== '') && !document.execCommand(command, false, text)) {
      this.#box.setRangeText(text, start, end, 'end');
      this.#onInput();
    }
  }

  /** Replaces all text as if typed. Focuses the box. */
  replaceAll(text: string): void {
    this.#isReplacing = true;
    this.replaceRange(0, this.value.length, text);
    this.#isReplacing = false;
  }

  /** Shows the draft of another conversation. */
  switchConversation(conversationId: string, draft: string): void {
    // The conversation is left in the middle of a composition.
    this.#isComposing = false;
    for (const change of this.#waiting.splice(0)) {
      change();
    }
    this.#draft.switchTo(conversationId);
    this.#renew(draft);
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
    this.#whenComposed(() => {
      const typed = this.value;
      if (typed === this.#initialText && typed === sent) {
        if (typed !== draft) {
          this.#renew(draft, caret, caret);
        } else {
          this.#box.setSelectionRange(caret ?? draft.length, caret ?? draft.length);
        }
      } else if (older !== '') {
        const added = typed === '' ? older : `${older}\n`;
        this.#renew(added + typed, added.length + this.caret, added.length + this.#box.selectionEnd);
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
    this.#whenComposed(() => {
      // Before the change, which is not sent back.
      this.#draft.markSynced(draft);
      if (draft === this.value) {
        return;
      }
      if (document.activeElement === this.#box) {
        this.replaceAll(draft);
      } else {
        this.#renew(draft);
      }
      this.#markSynced(draft);
    });
  }

  /** Whether the text is changing without being typed, although the browser reports it as typed. */
  get isReplacing(): boolean {
    return this.#isReplacing;
  }

  /** Shows the draft typed in another chat webview, unless this one has unsynced changes. */
  applyRemoteDraft(draft: string): void {
    if (!this.#draft.isDirty) {
      this.replaceWithDraft(draft);
    }
  }

  /** Removes the sent text, but not what was typed after it in the meantime. */
  removeSent(sent: string): void {
    this.#whenComposed(() => {
      if (this.value.startsWith(sent)) {
        const { selectionStart, selectionEnd, value } = this.#box;
        this.#renew(value.slice(sent.length), selectionStart - sent.length, selectionEnd - sent.length);
      }
      this.flush();
      this.#onChanged();
    });
  }

  #whenComposed(change: () => void): void {
    if (this.#isComposing) {
      this.#waiting.push(change);
    } else {
      change();
    }
  }

  /** Replaces the box by a new one with this text, which has nothing to undo. It takes over the focus. */
  #renew(text: string, selectionStart = text.length, selectionEnd = selectionStart): void {
    const old = this.#box;
    const hadFocus = document.activeElement === old;
    this.#box = document.importNode(old, false);
    this.#box.value = text;
    this.#box.setSelectionRange(Math.max(0, selectionStart), Math.max(0, selectionEnd));
    old.replaceWith(this.#box);
    if (hadFocus) {
      this.#box.focus({ preventScroll: true });
    }
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
