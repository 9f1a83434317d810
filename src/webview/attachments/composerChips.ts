import { visibleText } from '../../core/visibleText.ts';
import type { AttachmentView, CurrentFileView } from '../../protocol/attachments.ts';
import { button, iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { formatString } from '../format.ts';
import { icon } from '../icons.ts';
import { createRovingTabIndex } from '../keyboard.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';
import { formatAttachmentDetails, formatAttachmentName } from './attachmentText.ts';
import { createChipButton, createChipDetails } from './chips.ts';

interface Chip {
  /** Empty for the toggle of the file in front. */
  key: string;
  element: HTMLElement;
  /** The part that has the keyboard. */
  button: HTMLButtonElement;
  remove: () => void;
}

/** What will go along with the question: each opens where it is from, and has a button that takes it away. */
export class ComposerChips {
  readonly element = element('div', 'chips');
  readonly #deps: ViewDeps;
  readonly #focusText: () => void;
  readonly #rovingTabIndex;
  #attachments: readonly AttachmentView[] = [];
  #chips: readonly Chip[] = [];
  /** What is drawn, to be told from what comes. */
  #renderedJson = '';

  /** @param leave puts the keyboard into the text */
  constructor(deps: ViewDeps, leave: () => void) {
    this.#deps = deps;
    this.#focusText = leave;
    this.element.role = 'toolbar';
    this.element.ariaLabel = deps.strings.attachments;
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#onKeydown(event));
    this.#rovingTabIndex = createRovingTabIndex(this.element, () => this.#chips.map(({ button }) => button));
  }

  get ids(): string[] {
    return this.#attachments.map((attachment) => attachment.id);
  }

  /** @param currentFile the toggle of the file in front, where there is one */
  show(attachments: readonly AttachmentView[], currentFile: CurrentFileView | undefined): void {
    const shown = JSON.stringify([attachments, currentFile]);
    if (shown === this.#renderedJson) {
      return;
    }
    this.#renderedJson = shown;
    const isMore = attachments.length > this.#attachments.length;
    const held = this.#chips.findIndex((chip) => chip.element.contains(document.activeElement));
    const heldKey = this.#chips[held]?.key;
    this.#attachments = attachments;
    this.#chips = [
      ...(currentFile === undefined ? [] : [this.#toggle(currentFile)]),
      ...attachments
        .filter(({ id }) => id !== currentFile?.attachmentId)
        .map((attachment) => this.#chip(attachment)),
    ];
    this.element.hidden = this.#chips.length === 0;
    this.element.replaceChildren(...this.#chips.map((chip) => chip.element));
    this.#rovingTabIndex.refresh();
    if (isMore) {
      // Many scroll in a few rows, and what was added last is what its reader looks for.
      this.element.scrollTop = this.element.scrollHeight;
    }
    if (held >= 0) {
      this.#restoreFocus(held, heldKey);
    }
  }

  /** Puts the keyboard on the last one, where there is one. */
  focusLast(): void {
    this.#chips.at(-1)?.button.focus();
  }

  /** The keyboard goes on with the one that had it, or, where that is gone, with the one in its place. */
  #restoreFocus(index: number, key: string | undefined): void {
    const same = this.#chips.find((chip) => chip.key === key);
    const chip = same ?? this.#chips[Math.min(index, this.#chips.length - 1)];
    if (chip === undefined) {
      this.#focusText();
    } else {
      chip.button.focus();
    }
  }

  #toggle(currentFile: CurrentFileView): Chip {
    const { attachmentId, isOn } = currentFile;
    const attachment = this.#attachments.find(({ id }) => id === attachmentId);
    const button = createCurrentFileToggle(this.#deps, currentFile, attachment);
    const remove = (): void => {
      if (isOn) {
        this.#deps.host.post({ type: 'toggleCurrentFile' });
      }
    };
    const made = element('div', isOn ? 'chip' : 'chip-offer', button);
    return { key: '', element: made, button, remove };
  }

  #chip(attachment: AttachmentView): Chip {
    const { strings, host } = this.#deps;
    const { id: attachmentId } = attachment;
    const remove = (): void => host.post({ type: 'removeAttachment', attachmentId });
    const button = createChipButton(attachment, strings, () =>
      host.post({ type: 'openAttachment', attachmentId }),
    );
    button.setAttribute('aria-keyshortcuts', 'Delete');
    const name = visibleText(formatAttachmentName(attachment, strings));
    const removeButton = iconButton(formatString(strings.removeAttachment, name), icon('close'));
    removeButton.tabIndex = -1;
    removeButton.addEventListener('click', remove);
    return { key: attachmentId, element: element('div', 'chip', button, removeButton), button, remove };
  }

  #onKeydown(event: KeyboardEvent): void {
    const chip = this.#chips.find(({ button }) => button === event.target);
    if (event.key === 'Escape' || event.key === 'ArrowDown') {
      event.preventDefault();
      this.#focusText();
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && chip !== undefined) {
      event.preventDefault();
      chip.remove();
    }
  }
}

/**
 * The button by which the file in front goes along, or does not.
 * @param attachment what goes along of it, while it does
 */
function createCurrentFileToggle(
  { strings, host }: ViewDeps,
  { name, path, isOn, error }: CurrentFileView,
  attachment: AttachmentView | undefined,
): HTMLButtonElement {
  const isMissing = isOn && error !== undefined;
  const toggle = button(
    'chip-face',
    icon(isMissing ? 'warning' : 'file'),
    element('span', 'chip-file', ...visibleNodes(name, strings)),
    ...createChipDetails(strings.currentFile, attachment, strings),
    ...(isMissing ? [element('span', 'visually-hidden', ' ', visibleText(error))] : []),
  );
  const parts = [
    formatString(strings.currentFileLabel, path),
    ...(attachment === undefined ? [] : formatAttachmentDetails(attachment, strings)),
    ...(isMissing ? [error] : []),
  ];
  toggle.title = visibleText(parts.join(', '));
  toggle.ariaPressed = String(isOn);
  toggle.addEventListener('click', () => host.post({ type: 'toggleCurrentFile' }));
  return toggle;
}
