import { element } from '../dom.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { DraftSync } from './draftSync.ts';

/** The key code that browsers give a key press which an input method takes. */
const IME_KEY_CODE = 229;

/** Whether an input method has this key press: then it is of no meaning to anyone else. */
export function isImeKeydown(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === IME_KEY_CODE;
}

/** The text of the question, which the host knows as the draft. */
export class ComposerText {
  readonly element = element('textarea');
  readonly #draft: DraftSync;
  readonly #onChanged: () => void;

  /**
   * @param onDraft is called whenever the host knows another unsent text than before
   * @param onChanged is called whenever another text stands there
   */
  constructor({ strings, host }: ViewDeps, onDraft: () => void, onChanged: () => void) {
    this.#draft = new DraftSync(host, () => this.value, onDraft);
    this.#onChanged = onChanged;
    this.element.ariaLabel = strings.message;
    this.element.dir = 'auto';
    this.element.placeholder = strings.placeholder;
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

  /** Tells the host at once what it does not know yet. */
  flush(): void {
    this.#draft.flush();
  }

  /** Puts a text in the place of a part, as if it were typed: so that Undo takes it back. In characters. */
  replaceRange(start: number, end: number, text: string): void {
    this.focus();
    this.element.setSelectionRange(start, end);
    // The one way that leaves the browser's own Undo whole.
    const command = text === '' ? 'delete' : 'insertText';
    if ((start !== end || text !== '') && !document.execCommand(command, false, text)) {
      this.element.setRangeText(text, start, end, 'end');
      this.#onInput();
    }
  }

  /** Another conversation is shown, with its own unsent text. */
  switchConversation(conversationId: string, draft: string): void {
    this.#draft.switchConversation(conversationId);
    this.setSyncedText(draft);
  }

  /**
   * The unsent text as the host has it, for a page that has just begun. What was typed in it meanwhile is newer: it is
   * kept, behind a draft that is not known here yet.
   */
  initialize(conversationId: string, draft: string, caret?: number): void {
    this.#draft.switchConversation(conversationId);
    if (!this.#draft.isDirty) {
      this.setSyncedText(draft);
      if (caret !== undefined) {
        this.element.setSelectionRange(caret, caret);
      }
    } else if (draft !== this.#draft.syncedText) {
      this.setText([draft, this.value].filter((text) => text !== '').join('\n'));
    }
  }

  /** Text that comes from the host. */
  setSyncedText(text: string): void {
    this.element.value = text;
    this.#draft.markSynced(text);
    this.#onChanged();
  }

  /** Text that the host does not know. */
  setText(text: string, caret = text.length): void {
    this.element.value = text;
    this.element.setSelectionRange(caret, caret);
    this.#onInput();
  }

  /** The text as it is being written in another place, unless something newer was typed here. */
  applyRemoteDraft(text: string): void {
    if (!this.#draft.isDirty && text !== this.value) {
      this.setSyncedText(text);
    }
  }

  /** Puts back what was unsent in an earlier life of the window, unless something stands there by now. */
  restoreDraft(text: string, caret: number): void {
    if (this.value === '' && text !== '') {
      this.setText(text, caret);
    }
  }

  /** Takes the text that was sent out of the box, and leaves what was typed behind it in the meantime. */
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
