import { omitUndefined } from '../../base/omitUndefined.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { AttachmentView, CurrentFileView, OfferView } from '../../protocol/attachments.ts';
import type { PanelState } from '../../protocol/toPanel.ts';
import { button, iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { basename } from '../format.ts';
import { icon } from '../icons.ts';
import { createRovingTabIndex, isMac } from '../keyboard.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { formatAttachmentDetails, formatAttachmentNames, formatLineRange } from './attachmentText.ts';
import { createChipButton, createChipDetails, createChipName } from './chips.ts';

export type ComposerAttachments = Pick<PanelState, 'attachments' | 'currentFile' | 'offer'>;

/** Why a chip can't be sent. Without an id, it isn't sent anyway. */
interface ChipProblem {
  id?: string | undefined;
  problem: string;
}

interface Chip {
  /** Attachment id, or a name for the current file and the offer. */
  key: string;
  element: HTMLElement;
  /** The focusable part. */
  button: HTMLButtonElement;
  remove: () => void;
}

const CURRENT_FILE_KEY = 'currentFile';
const OFFER_KEY = 'offer';

/** `data-vscode-context` of chips whose menu has the toggle of the current file (`webview/context` in package.json). */
const CURRENT_FILE_MENU = JSON.stringify({
  assistantCurrentFile: true,
  preventDefaultContextMenuItems: true,
});

/**
 * Chips of the attachments to be sent. Each opens its source and has a button that removes it. After them, a chip with a
 * dashed border offers the editor's selection or the current file.
 */
export class ComposerChips {
  readonly element = element('div', 'chips');
  readonly #deps: ViewDeps;
  readonly #focusText: () => void;
  readonly #rovingTabIndex;
  #shown: ComposerAttachments = { attachments: [] };
  #chips: readonly Chip[] = [];
  /** The rendered data, to skip updates without changes. */
  #renderedJson = '';

  constructor(deps: ViewDeps, focusText: () => void) {
    this.#deps = deps;
    this.#focusText = focusText;
    this.element.role = 'toolbar';
    this.element.ariaLabel = t('Attachments');
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#onKeydown(event));
    this.#rovingTabIndex = createRovingTabIndex(this.element, () => this.#chips.map(({ button }) => button));
  }

  get ids(): string[] {
    const { attachments, currentFile } = this.#shown;
    return [
      ...new Set([
        ...attachments.map(({ id }) => id),
        ...(currentFile?.attachmentId === undefined ? [] : [currentFile.attachmentId]),
      ]),
    ];
  }

  get problems(): ChipProblem[] {
    const { attachments, currentFile } = this.#shown;
    return [
      ...attachments.flatMap(({ id, problem }) => (problem === undefined ? [] : [{ id, problem }])),
      ...(currentFile?.error === undefined ? [] : [{ problem: currentFile.error }]),
    ];
  }

  get offersSelection(): boolean {
    return this.#shown.offer?.kind === 'selection';
  }

  showOffer(offer: OfferView | undefined): void {
    const { offer: _, ...others } = this.#shown;
    this.show({ ...others, ...omitUndefined({ offer }) });
  }

  show({ attachments, currentFile, offer }: ComposerAttachments): void {
    const shown = JSON.stringify([attachments, currentFile, offer]);
    if (shown === this.#renderedJson) {
      return;
    }
    this.#renderedJson = shown;
    const hasMore = attachments.length > this.#shown.attachments.length;
    const focusedIndex = this.#chips.findIndex((chip) => chip.element.contains(document.activeElement));
    const focusedKey = this.#chips[focusedIndex]?.key;
    this.#shown = { attachments, ...omitUndefined({ currentFile, offer }) };
    const names = formatAttachmentNames(attachments);
    this.#chips = [
      ...(currentFile === undefined ? [] : [this.#currentFileChip(currentFile)]),
      ...attachments.flatMap((attachment, index) =>
        attachment.id === currentFile?.attachmentId
          ? []
          : this.#attachmentChip(attachment, names[index] ?? ''),
      ),
      ...(offer === undefined ? [] : [this.#offerChip(offer)]),
    ];
    this.element.hidden = this.#chips.length === 0;
    const { scrollTop } = this.element;
    this.element.replaceChildren(...this.#chips.map((chip) => chip.element));
    this.#rovingTabIndex.refresh();
    // Many chips scroll within a few rows: show the one that was just added.
    this.element.scrollTop = hasMore ? this.element.scrollHeight : scrollTop;
    if (focusedIndex >= 0) {
      this.#restoreFocus(focusedIndex, focusedKey);
    }
  }

  /** Focuses the last attachment or, if nothing is attached, what is offered. */
  focusLast(): void {
    const chip = this.#chips.findLast(({ key }) => key !== OFFER_KEY) ?? this.#chips.at(-1);
    chip?.button.focus();
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

  #attachmentChip(attachment: AttachmentView, name: string): Chip {
    const { host } = this.#deps;
    const { id: attachmentId } = attachment;
    return this.#removableChip({
      key: attachmentId,
      button: createChipButton(attachment, name, () => host.post({ type: 'openAttachment', attachmentId })),
      name,
      remove: () => host.post({ type: 'removeAttachment', attachmentId }),
    });
  }

  #currentFileChip(currentFile: CurrentFileView): Chip {
    const attachment = this.#shown.attachments.find(({ id }) => id === currentFile.attachmentId);
    const chip = this.#removableChip({
      key: CURRENT_FILE_KEY,
      button: createCurrentFileButton(this.#deps, currentFile, attachment),
      name: basename(currentFile.path),
      remove: () => this.#deps.host.post({ type: 'toggleCurrentFile' }),
    });
    chip.element.dataset['vscodeContext'] = CURRENT_FILE_MENU;
    return chip;
  }

  #removableChip({ name, ...chip }: Omit<Chip, 'element'> & { name: string }): Chip {
    chip.button.setAttribute('aria-keyshortcuts', 'Delete');
    const removeButton = iconButton(t('Remove {0}', visibleText(name)), icon('close'));
    removeButton.tabIndex = -1;
    removeButton.addEventListener('click', chip.remove);
    return { ...chip, element: element('div', 'chip', chip.button, removeButton) };
  }

  #offerChip(offer: OfferView): Chip {
    const { host } = this.#deps;
    const button = createOfferButton(offer);
    button.addEventListener('click', () => {
      host.post({ type: 'takeOffer' });
      this.#focusText();
    });
    const offerElement = element('div', 'chip-offer', button);
    offerElement.dataset['vscodeContext'] = CURRENT_FILE_MENU;
    return { key: OFFER_KEY, element: offerElement, button, remove: () => undefined };
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

/** Creates the chip's button for the current file, which may still be unread. */
function createCurrentFileButton(
  { host }: ViewDeps,
  { path, attachmentId, error }: CurrentFileView,
  attachment: AttachmentView | undefined,
): HTMLButtonElement {
  const face = button(
    'chip-face',
    icon(error === undefined ? 'file' : 'warning'),
    createChipName(basename(path)),
    ...createChipDetails(t('current file'), attachment),
    ...(error === undefined ? [] : [element('span', 'visually-hidden', ' ', visibleText(error))]),
  );
  const parts = [
    t('Current file: {0}', path),
    ...(attachment === undefined ? [] : formatAttachmentDetails(attachment)),
    ...(error === undefined ? [] : [error]),
  ];
  face.title = visibleText(parts.join(', '));
  face.ariaDisabled = error === undefined ? null : 'true';
  face.addEventListener('click', () => {
    if (attachmentId !== undefined) {
      host.post({ type: 'openAttachment', attachmentId });
    }
  });
  return face;
}

/** Creates the button that attaches the editor's selection, or the current file. */
function createOfferButton(offer: OfferView): HTMLButtonElement {
  const { kind, path } = offer;
  const lines = formatLineRange(offer);
  const face = button(
    'chip-face',
    icon('add'),
    createChipName(basename(path)),
    ...(lines === undefined ? [] : [element('span', 'chip-facts', ` ${lines}`)]),
  );
  const format = (name: string): string => {
    const place = visibleText([name, lines].filter((part) => part !== undefined).join(' '));
    return kind === 'selection' ? t('Add selection {0}', place) : t('Add current file {0}', place);
  };
  face.ariaLabel = format(basename(path));
  face.title = `${format(path)} (${isMac() ? '⌃I' : 'Alt+I'})`;
  return face;
}
