import { visibleText } from '../../core/visibleText.ts';
import type { FileIcon } from '../../protocol/attachments.ts';
import { element } from '../dom.ts';
import { createFileIcon } from '../fileIcons.ts';
import { type IconName, icon } from '../icons.ts';
import { nameOnOneLine } from '../markedText.ts';
import { visibleNodes } from '../visibleNodes.ts';
import type { ComposerText } from './composerText.ts';

export interface Suggestion {
  /** Identifies the suggestion in messages to the host. */
  key: string;
  name: string;
  detail?: string | undefined;
  iconName: IconName;
  /** Shown instead of the icon, if the font of file icons has loaded. */
  fileIcon?: FileIcon | undefined;
  /** Parts of the name that match what was typed, in UTF-16 code units. */
  ranges: readonly (readonly [start: number, end: number])[];
}

/** Number of options that Page Up and Page Down move. */
const PAGE_SIZE = 8;

const KEY_STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index + count - 1) % count,
  PageDown: (index, count) => Math.min(index + PAGE_SIZE, count - 1),
  PageUp: (index) => Math.max(index - PAGE_SIZE, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Suggestions over the text box, like VS Code's own: the focus stays in the text box, whose `aria-activedescendant`
 * is the active option.
 */
export class SuggestList {
  readonly element = element('div', 'suggest');
  /** Says that there is more, or may be. Announced by the controller instead, since a list can only have options. */
  readonly #note = element('div', 'suggest-note');
  readonly #text: ComposerText;
  readonly #onAccept: (suggestion: Suggestion) => void;
  #suggestions: readonly Suggestion[] = [];
  #options: readonly HTMLElement[] = [];
  #activeIndex = 0;

  /** @param onAccept called for a clicked suggestion */
  constructor(text: ComposerText, onAccept: (suggestion: Suggestion) => void) {
    this.#text = text;
    this.#onAccept = onAccept;
    this.#note.ariaHidden = 'true';
    this.element.id = 'suggestions';
    this.element.role = 'listbox';
    // The controller closes it, not the browser.
    this.element.popover = 'manual';
    // Keeps the focus in the text box.
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
    this.element.addEventListener('click', (event) => this.#onClick(event));
  }

  get isOpen(): boolean {
    return this.#suggestions.length > 0 || this.#note.textContent !== '';
  }

  get active(): Suggestion | undefined {
    return this.#suggestions[this.#activeIndex];
  }

  /** @param name accessible name of the list */
  show(suggestions: readonly Suggestion[], name: string): void {
    this.#suggestions = [];
    this.#options = [];
    this.#note.textContent = '';
    this.element.ariaLabel = name;
    this.element.replaceChildren(this.#note);
    this.#activeIndex = 0;
    this.append(suggestions);
  }

  /** Adds suggestions at the end. The active one and those that are shown stay as they are. */
  append(suggestions: readonly Suggestion[]): void {
    const before = this.#options.length;
    const added = suggestions.map((suggestion, index) => this.#option(suggestion, before + index));
    this.#suggestions = [...this.#suggestions, ...suggestions];
    this.#options = [...this.#options, ...added];
    this.#note.before(...added);
    this.#toggle();
    if (before === 0) {
      this.#setActive(0);
    }
  }

  /** Shows a note below the suggestions, or none. */
  setNote(text: string): void {
    this.#note.textContent = text;
    this.#toggle();
  }

  hide(): void {
    if (this.isOpen) {
      this.show([], '');
    }
  }

  /** Returns whether the key was handled. */
  moveActive(key: string): boolean {
    const step = KEY_STEPS[key];
    if (step === undefined || this.#options.length === 0) {
      return false;
    }
    this.#setActive(step(this.#activeIndex, this.#options.length));
    return true;
  }

  #toggle(): void {
    this.element.togglePopover(this.isOpen);
    if (this.#options.length > 0) {
      this.#text.box.setAttribute('aria-controls', this.element.id);
    } else {
      this.#text.box.removeAttribute('aria-controls');
      this.#text.box.removeAttribute('aria-activedescendant');
    }
  }

  #setActive(index: number): void {
    this.#options[this.#activeIndex]?.setAttribute('aria-selected', 'false');
    this.#activeIndex = index;
    const option = this.#options[index];
    if (option !== undefined) {
      option.setAttribute('aria-selected', 'true');
      option.scrollIntoView({ block: 'nearest' });
      this.#text.box.setAttribute('aria-activedescendant', option.id);
    }
  }

  #option({ name, detail, iconName, fileIcon, ranges }: Suggestion, index: number): HTMLElement {
    const option = element(
      'div',
      'suggest-option',
      createFileIcon(fileIcon) ?? icon(iconName),
      nameOnOneLine(name, ranges),
      ...(detail === undefined || detail === ''
        ? []
        : [' ', element('span', 'suggest-detail', ...visibleNodes(detail))]),
    );
    option.title = visibleText([name, detail].filter((text) => text).join(', '));
    option.role = 'option';
    option.id = `suggestion-${index}`;
    option.ariaSelected = 'false';
    return option;
  }

  #onClick({ target }: MouseEvent): void {
    const index = this.#options.findIndex((option) => target instanceof Node && option.contains(target));
    const suggestion = this.#suggestions[index];
    if (suggestion !== undefined) {
      this.#onAccept(suggestion);
    }
  }
}
