import { element } from '../dom.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { DraftSync } from './draftSync.ts';

/** Text of the question, which is synced to the host as the draft. */
export class ComposerText {
  readonly element = element('textarea');
  readonly #draft: DraftSync;
  readonly #onChanged: () => void;
  #isReplacing = false;

  /**
   * @param onDraftSynced called when the host's draft has changed
   * @param onChanged called when the text has changed
   */
  constructor({ host }: ViewDeps, onDraftSynced: () => void, onChanged: () => void) {
    this.#draft = new DraftSync(host, () => this.value, onDraftSynced);
    this.#onChanged = onChanged;
    this.element.ariaLabel = t('Message');
    this.element.dir = 'auto';
    this.element.placeholder = t('Ask about your code (@ to add context, / for prompts)');
    this.element.addEventListener('input', () => this.#onInput());
  }

  get value(): string {
    return this.element.value;
  }

  get caret(): number {
    return this.element.selectionStart;
  }

  focus(): void {
    this.element.focus();
  }

  /** Sends a pending change of the draft to the host immediately. */
  flush(): void {
    this.#draft.flush();
  }

  /** Replaces a range, in UTF-16 code units, as if typed, so that Undo can revert it. */
  replaceRange(start: number, end: number, text: string): void {
    this.focus();
    this.element.setSelectionRange(start, end);
    // Deprecated, but the only way to preserve the browser's undo history.
    const command = text === '' ? 'delete' : 'insertText';
    if ((start !== end || text !== '') && !document.execCommand(command, false, text)) {
      this.element.setRangeText(text, start, end, 'end');
      this.#onInput();
    }
  }

  switchConversation(conversationId: string, draft: string): void {
    this.#draft.switchConversation(conversationId);
    this.setSyncedText(draft);
  }

  /**
   * Shows the host's draft in a page that just loaded. Text that was typed before is kept, after the draft. What was sent
   * of it may already be in the draft, at its end.
   */
  initialize(conversationId: string, draft: string, caret?: number): void {
    const { syncedText: sent } = this.#draft;
    this.#draft.switchConversation(conversationId);
    const lines = draft.split('\n');
    const start = lines.findIndex((_, index) => {
      const end = lines.slice(index).join('\n');
      return end !== '' && sent.startsWith(end);
    });
    const older = lines.slice(0, start < 0 ? lines.length : start).join('\n');
    const text = [older, this.value].filter((part) => part !== '').join('\n');
    if (text !== draft) {
      this.setText(text);
    } else {
      const isTyped = this.value !== '';
      this.setSyncedText(draft);
      if (caret !== undefined && !isTyped) {
        this.element.setSelectionRange(caret, caret);
      }
    }
  }

  /** Sets text that came from the host. */
  setSyncedText(text: string): void {
    this.element.value = text;
    this.#draft.markSynced(text);
    this.#onChanged();
  }

  /** Shows a draft that the host changed. If the user is typing here, Undo gets the typed text back. */
  replaceWithDraft(text: string): void {
    if (document.activeElement === this.element && text !== this.value) {
      this.#isReplacing = true;
      this.replaceRange(0, this.value.length, text);
      this.#isReplacing = false;
    }
    this.setSyncedText(text);
  }

  /** Whether the text is changing without being typed, although the browser reports it as typed. */
  get isReplacing(): boolean {
    return this.#isReplacing;
  }

  /** Sets text that the host doesn't know yet. */
  setText(text: string, caret = text.length): void {
    this.element.value = text;
    this.element.setSelectionRange(caret, caret);
    this.#onInput();
  }

  /** Shows the draft typed in another chat webview, unless this one has unsynced changes. */
  applyRemoteDraft(text: string): void {
    if (!this.#draft.isDirty && text !== this.value) {
      this.setSyncedText(text);
    }
  }

  /** Removes the sent text, but not what was typed after it in the meantime. */
  removeSent(sent: string): void {
    if (this.value.startsWith(sent)) {
      this.element.value = this.value.slice(sent.length);
    }
    this.flush();
    this.#onChanged();
  }

  #onInput(): void {
    this.#draft.schedule();
    this.#onChanged();
  }
}
