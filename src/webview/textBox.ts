import type { Composition } from './composition.ts';
import { isTextField } from './dom.ts';

/** Changes the text of a box, its caret and its selection. All offsets are in UTF-16 code units. */
export interface BoxWriter {
  /** Replaces all text, with the caret at its end, or with this selection. Undo may not revert it. */
  set(text: string, selectionStart?: number, selectionEnd?: number): void;
  /** The same in a new element, which has nothing to undo. It takes over the focus. */
  renew(text: string, selectionStart?: number, selectionEnd?: number): void;
  /** Replaces a range as if typed, so that Undo can revert it, and focuses the box unless another one has the focus. */
  type(start: number, end: number, text: string): void;
  select(start: number, end: number): void;
}

/**
 * A text box of the panel, and the only way to write into one (`textBox.test.ts`): `change` alone has a writer, and calls
 * back when no word is composed. What a change depends on is read within it, since the word has changed the text.
 */
export class TextBox<Field extends HTMLTextAreaElement | HTMLInputElement> {
  readonly #composition: Composition;
  #field: Field;
  #isWriting = false;

  /** @param text of a new box */
  constructor(composition: Composition, field: Field, text?: string) {
    this.#composition = composition;
    this.#field = field;
    if (text !== undefined) {
      this.#writer.set(text);
    }
  }

  /** The element, which `renew` replaces. */
  get field(): Field {
    return this.#field;
  }

  get value(): string {
    return this.#field.value;
  }

  get selectionStart(): number {
    return this.#field.selectionStart ?? 0;
  }

  get selectionEnd(): number {
    return this.#field.selectionEnd ?? 0;
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#field;
  }

  /** Whether a change is being made that the browser reports as typed. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  focus(): void {
    this.#field.focus();
  }

  /** Makes a change at once or, while a word is composed in any box of the page, after it. */
  change(write: (writer: BoxWriter) => void): void {
    this.#composition.whenDone(() => write(this.#writer));
  }

  /** The same, unless the text is another one by then: what was typed is newer. */
  changeUnlessTyped(write: (writer: BoxWriter) => void): void {
    const before = this.value;
    this.change((writer) => {
      if (this.value === before) {
        write(writer);
      }
    });
  }

  readonly #writer: BoxWriter = {
    set: (text, selectionStart = text.length, selectionEnd = selectionStart) => {
      this.#field.value = text;
      this.#writer.select(selectionStart, selectionEnd);
    },
    renew: (text, selectionStart, selectionEnd) => {
      const { hasFocus } = this;
      const old = this.#field;
      this.#field = document.importNode(old, false);
      this.#writer.set(text, selectionStart, selectionEnd);
      old.replaceWith(this.#field);
      if (hasFocus) {
        this.#field.focus({ preventScroll: true });
      }
    },
    type: (start, end, text) => {
      if (start === end && text === '') {
        return;
      }
      const isElsewhere = isTextField(document.activeElement) && !this.hasFocus;
      this.#isWriting = true;
      if (!isElsewhere) {
        this.focus();
      }
      this.#writer.select(start, end);
      // Deprecated, but the only way to preserve the browser's undo history.
      if (isElsewhere || !document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) {
        this.#field.setRangeText(text, start, end, 'end');
        this.#field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      this.#isWriting = false;
    },
    select: (start, end) => this.#field.setSelectionRange(Math.max(0, start), Math.max(0, end)),
  };
}
