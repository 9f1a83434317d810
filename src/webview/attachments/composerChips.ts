import { omitUndefined } from '../../base/omitUndefined.ts';
import { visibleText } from '../../core/visibleText.ts';
import type {
  AttachmentView,
  CurrentFileView,
  DefinitionsView,
  OfferView,
} from '../../protocol/attachments.ts';
import type { PanelState } from '../../protocol/toPanel.ts';
import { button, iconButton, setButtonName } from '../buttons.ts';
import { element, setChildren } from '../dom.ts';
import { basename } from '../format.ts';
import { icon } from '../icons.ts';
import { createRovingTabIndex, isMac, listenForKeys } from '../keyboard.ts';
import { KeyedList } from '../keyedList.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import {
  formatAttachmentDescription,
  formatAttachmentDetails,
  formatAttachmentNames,
  formatLineRange,
} from './attachmentText.ts';
import { createChipDetails, createChipName, createFace } from './chips.ts';

export type ComposerAttachments = Pick<PanelState, 'attachments' | 'currentFile' | 'offer' | 'definitions'>;

/** What a chip shows and does. */
interface Chip {
  /** Attachment id, or a name for the current file and the offer. */
  key: string;
  face: readonly Node[];
  title: string;
  /** The visible text is the accessible name otherwise. */
  ariaLabel?: string;
  isDisabled?: boolean;
  hasCurrentFileMenu?: boolean;
  open(): void;
  removal?: { name: string; run(): void };
}

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
  readonly #list: KeyedList<Chip, ChipView>;
  readonly #rovingTabIndex;
  #shown: ComposerAttachments = { attachments: [] };
  /** All but the offer, which changes with each selection in the editor. */
  #chips: readonly Chip[] = [];
  #offersSelection = false;

  constructor(deps: ViewDeps, focusText: () => void) {
    this.#deps = deps;
    this.#focusText = focusText;
    this.element.role = 'toolbar';
    this.element.ariaLabel = t('Attachments');
    this.element.hidden = true;
    listenForKeys(this.element, (event) => this.#onKeydown(event));
    this.#list = new KeyedList({
      key: ({ key }) => key,
      create: (chip) => new ChipView(chip),
      moveFocus: (next) => (next === undefined ? focusText() : next.button.focus()),
    });
    this.#rovingTabIndex = createRovingTabIndex(this.element, () =>
      this.#list.views.map(({ button }) => button),
    );
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

  /** Whether anything but the current file is attached, whose toggle stays on. */
  get hasAttachments(): boolean {
    const { attachments, currentFile } = this.#shown;
    return attachments.some(({ id }) => id !== currentFile?.attachmentId);
  }

  /** Why chips can't be sent. */
  get problems(): string[] {
    const { attachments, currentFile } = this.#shown;
    return [...attachments.map(({ problem }) => problem), currentFile?.error].filter(
      (one) => one !== undefined,
    );
  }

  get offersSelection(): boolean {
    return this.#offersSelection;
  }

  show({ attachments, currentFile, offer, definitions }: ComposerAttachments): void {
    const hasMore = attachments.length > this.#shown.attachments.length;
    this.#shown = { attachments, ...omitUndefined({ currentFile }) };
    const names = formatAttachmentNames(attachments);
    this.#chips = [
      ...(currentFile === undefined ? [] : [this.#currentFileChip(currentFile)]),
      ...attachments.flatMap((attachment, index) =>
        attachment.id === currentFile?.attachmentId
          ? []
          : [this.#attachmentChip(attachment, names[index] ?? '')],
      ),
      ...(definitions === undefined ? [] : [this.#definitionsChip(definitions)]),
    ];
    this.showOffer(offer);
    if (hasMore) {
      // Many chips scroll within a few rows: show the one that was just added.
      this.element.scrollTop = this.element.scrollHeight;
    }
  }

  showOffer(offer: OfferView | undefined): void {
    this.#offersSelection = offer?.kind === 'selection';
    const chips = offer === undefined ? this.#chips : [...this.#chips, this.#offerChip(offer)];
    this.element.hidden = chips.length === 0;
    this.#list.show([[this.element, chips]]);
    this.#rovingTabIndex.refresh();
  }

  /** Focuses the last attachment or, if nothing is attached, what is offered. */
  focusLast(): void {
    const { views } = this.#list;
    (views.findLast(({ chip }) => chip.removal !== undefined) ?? views.at(-1))?.button.focus();
  }

  #attachmentChip(attachment: AttachmentView, name: string): Chip {
    const { host } = this.#deps;
    const { id: attachmentId } = attachment;
    return {
      key: attachmentId,
      face: createFace(attachment, name),
      title: formatAttachmentDescription(attachment),
      open: () => host.post({ type: 'openAttachment', attachmentId }),
      removal: { name, run: () => host.post({ type: 'removeAttachment', attachmentId }) },
    };
  }

  /** The current file may still be unread. */
  #currentFileChip({ path, attachmentId, error }: CurrentFileView): Chip {
    const { host } = this.#deps;
    const name = basename(path);
    const attachment = this.#shown.attachments.find(({ id }) => id === attachmentId);
    const details = attachment === undefined ? [] : formatAttachmentDetails(attachment);
    const errors = error === undefined ? [] : [visibleText(error)];
    return {
      key: 'currentFile',
      face: [
        icon(error === undefined ? 'file' : 'warning'),
        createChipName(name),
        ...createChipDetails(t('current file'), attachment),
        ...errors.map((text) => element('span', 'visually-hidden', ' ', text)),
      ],
      title: visibleText([t('Current file: {0}', path), ...details, ...errors].join(', ')),
      isDisabled: error !== undefined,
      hasCurrentFileMenu: true,
      open: () => {
        if (attachmentId !== undefined) {
          host.post({ type: 'openAttachment', attachmentId });
        }
      },
      removal: { name, run: () => host.post({ type: 'toggleCurrentFile' }) },
    };
  }

  /** Adds what the attached selections refer to. While that is looked up, ends it. */
  #definitionsChip(definitions: DefinitionsView): Chip {
    const isOffered = definitions === 'offered';
    const name = isOffered ? t('Definitions') : t('Finding definitions…');
    return {
      key: 'definitions',
      face: [icon(isOffered ? 'add' : 'loading'), element('span', 'chip-file', name)],
      ariaLabel: isOffered ? t('Add definitions used here') : t('Stop finding definitions…'),
      title: isOffered
        ? t('Add the definitions in the workspace of what the selected code uses')
        : t('Stop finding definitions'),
      open: () => {
        this.#deps.host.post({ type: 'definitionsAction', action: isOffered ? 'add' : 'stop' });
        this.#focusText();
      },
    };
  }

  /** Attaches the editor's selection, or the current file. */
  #offerChip(offer: OfferView): Chip {
    const { kind, path } = offer;
    const lines = formatLineRange(offer);
    const format = (name: string): string => {
      const place = visibleText([name, lines].filter((part) => part !== undefined).join(' '));
      return kind === 'selection' ? t('Attach selection {0}', place) : t('Attach current file {0}', place);
    };
    return {
      key: 'offer',
      face: [
        icon('add'),
        createChipName(basename(path)),
        ...(lines === undefined ? [] : [element('span', 'chip-facts', ` ${lines}`)]),
      ],
      ariaLabel: format(basename(path)),
      title: `${format(path)} (${isMac() ? '⌃I' : 'Alt+I'})`,
      hasCurrentFileMenu: true,
      open: () => {
        this.#deps.host.post({ type: 'takeOffer' });
        this.#focusText();
      },
    };
  }

  #onKeydown(event: KeyboardEvent): void {
    const view = this.#list.views.find(({ button }) => button === event.target);
    if (event.key === 'Escape' || event.key === 'ArrowDown') {
      event.preventDefault();
      this.#focusText();
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && view !== undefined) {
      event.preventDefault();
      view.chip.removal?.run();
    }
  }
}

class ChipView {
  /** Opens or takes what the chip stands for. */
  readonly button = button('chip-face');
  readonly #removeButton = iconButton('', icon('close'));
  readonly element = element('div', '', this.button, this.#removeButton);
  chip: Chip;

  constructor(chip: Chip) {
    this.chip = chip;
    this.button.addEventListener('click', () => this.chip.open());
    this.#removeButton.tabIndex = -1;
    this.#removeButton.addEventListener('click', () => this.chip.removal?.run());
  }

  update(chip: Chip): void {
    const { face, title, ariaLabel, isDisabled, hasCurrentFileMenu, removal } = chip;
    this.chip = chip;
    this.element.className = removal === undefined ? 'chip-offer' : 'chip';
    if (hasCurrentFileMenu === true) {
      this.element.dataset['vscodeContext'] = CURRENT_FILE_MENU;
    }
    setChildren(this.button, ...face);
    this.button.title = title;
    this.button.ariaLabel = ariaLabel ?? null;
    this.button.ariaDisabled = isDisabled === true ? 'true' : null;
    this.#removeButton.hidden = removal === undefined;
    if (removal !== undefined) {
      this.button.setAttribute('aria-keyshortcuts', 'Delete');
      setButtonName(this.#removeButton, t('Remove {0}', visibleText(removal.name)));
    }
  }
}
