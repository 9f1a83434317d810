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
  /** Attachment id, or empty for the toggle of the current file. */
  key: string;
  element: HTMLElement;
  /** The focusable part. */
  button: HTMLButtonElement;
  remove: () => void;
}

/** Chips of the attachments to be sent. Each opens its source and has a button that removes it. */
export class ComposerChips {
  readonly element = element('div', 'chips');
  readonly #deps: ViewDeps;
  readonly #focusText: () => void;
  readonly #rovingTabIndex;
  #attachments: readonly AttachmentView[] = [];
  #chips: readonly Chip[] = [];
  /** The rendered data, to skip updates without changes. */
  #renderedJson = '';

  constructor(deps: ViewDeps, focusText: () => void) {
    this.#deps = deps;
    this.#focusText = focusText;
    this.element.role = 'toolbar';
    this.element.ariaLabel = deps.strings.attachments;
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#onKeydown(event));
    this.#rovingTabIndex = createRovingTabIndex(this.element, () => this.#chips.map(({ button }) => button));
  }

  get ids(): string[] {
    return this.#attachments.map((attachment) => attachment.id);
  }

  /** @param currentFile toggle of the current file, if any */
  show(attachments: readonly AttachmentView[], currentFile: CurrentFileView | undefined): void {
    const shown = JSON.stringify([attachments, currentFile]);
    if (shown === this.#renderedJson) {
      return;
    }
    this.#renderedJson = shown;
    const hasMore = attachments.length > this.#attachments.length;
    const focusedIndex = this.#chips.findIndex((chip) => chip.element.contains(document.activeElement));
    const focusedKey = this.#chips[focusedIndex]?.key;
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
    if (hasMore) {
      // Many chips scroll within a few rows: show the one that was just added.
      this.element.scrollTop = this.element.scrollHeight;
    }
    if (focusedIndex >= 0) {
      this.#restoreFocus(focusedIndex, focusedKey);
    }
  }

  /** Focuses the last chip, if any. */
  focusLast(): void {
    this.#chips.at(-1)?.button.focus();
  }

  /** Focuses the chip that had the focus, or the one at its index if it is gone. */
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
    const chipElement = element('div', isOn ? 'chip' : 'chip-offer', button);
    return { key: '', element: chipElement, button, remove };
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
 * Creates the toggle that attaches the current file to each question.
 * @param attachment the attached file, while the toggle is on
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
