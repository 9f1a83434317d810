import { visibleText } from '../../core/visibleText.ts';
import type { AttachmentView, CurrentFileView } from '../../protocol/attachments.ts';
import { button, iconButton } from '../buttons.ts';
import { element } from '../dom.ts';
import { fill } from '../format.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import { icon } from '../icons.ts';
import { roving } from '../keyboard.ts';
import type { ViewContext } from '../viewContext.ts';
import { facts, shortName } from './attachmentText.ts';
import { chipFace, chipFacts } from './chips.ts';

interface Chip {
  /** Empty for the toggle of the file in front. */
  key: string;
  element: HTMLElement;
  /** The part that has the keyboard. */
  face: HTMLButtonElement;
  remove: () => void;
}

/** What will go along with the question: each opens where it is from, and has a button that takes it away. */
export class ComposerChips {
  readonly element = element('div', 'chips');
  readonly #context: ViewContext;
  readonly #leave: () => void;
  readonly #stops;
  #attachments: readonly AttachmentView[] = [];
  #chips: readonly Chip[] = [];
  /** What is drawn, to be told from what comes. */
  #shown = '';

  /** @param leave puts the keyboard into the text */
  constructor(context: ViewContext, leave: () => void) {
    this.#context = context;
    this.#leave = leave;
    this.element.role = 'toolbar';
    this.element.ariaLabel = context.strings.attachments;
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
    this.#stops = roving(this.element, () => this.#chips.map(({ face }) => face));
  }

  get ids(): string[] {
    return this.#attachments.map((attachment) => attachment.id);
  }

  /** @param currentFile the toggle of the file in front, where there is one */
  show(attachments: readonly AttachmentView[], currentFile: CurrentFileView | undefined): void {
    const shown = JSON.stringify([attachments, currentFile]);
    if (shown === this.#shown) {
      return;
    }
    this.#shown = shown;
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
    this.#stops.refresh();
    if (isMore) {
      // Many scroll in a few rows, and what was added last is what its reader looks for.
      this.element.scrollTop = this.element.scrollHeight;
    }
    if (held >= 0) {
      this.#goOn(held, heldKey);
    }
  }

  /** Puts the keyboard on the last one, where there is one. */
  focusLast(): void {
    this.#chips.at(-1)?.face.focus();
  }

  /** The keyboard goes on with the one that had it, or, where that is gone, with the one in its place. */
  #goOn(index: number, key: string | undefined): void {
    const same = this.#chips.find((chip) => chip.key === key);
    const chip = same ?? this.#chips[Math.min(index, this.#chips.length - 1)];
    if (chip === undefined) {
      this.#leave();
    } else {
      chip.face.focus();
    }
  }

  #toggle(currentFile: CurrentFileView): Chip {
    const { attachmentId, isOn } = currentFile;
    const attachment = this.#attachments.find(({ id }) => id === attachmentId);
    const face = currentFileToggle(this.#context, currentFile, attachment);
    const remove = (): void => {
      if (isOn) {
        this.#context.host.post({ type: 'toggleCurrentFile' });
      }
    };
    const made = element('div', isOn ? 'chip' : 'chip-offer', face);
    return { key: '', element: made, face, remove };
  }

  #chip(attachment: AttachmentView): Chip {
    const { strings, host } = this.#context;
    const { id: attachmentId } = attachment;
    const remove = (): void => host.post({ type: 'removeAttachment', attachmentId });
    const face = chipFace(attachment, strings, () => host.post({ type: 'openAttachment', attachmentId }));
    face.setAttribute('aria-keyshortcuts', 'Delete');
    const name = visibleText(shortName(attachment, strings));
    const removeButton = iconButton(fill(strings.removeAttachment, name), icon('close'));
    removeButton.tabIndex = -1;
    removeButton.addEventListener('click', remove);
    return { key: attachmentId, element: element('div', 'chip', face, removeButton), face, remove };
  }

  #pressed(event: KeyboardEvent): void {
    const chip = this.#chips.find(({ face }) => face === event.target);
    if (event.key === 'Escape' || event.key === 'ArrowDown') {
      event.preventDefault();
      this.#leave();
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
function currentFileToggle(
  { strings, host }: ViewContext,
  { name, path, isOn, problem }: CurrentFileView,
  attachment: AttachmentView | undefined,
): HTMLButtonElement {
  const isMissing = isOn && problem !== undefined;
  const toggle = button(
    'chip-face',
    icon(isMissing ? 'warning' : 'file'),
    element('span', 'chip-file', ...visibleNodes(name, strings)),
    ...chipFacts(strings.currentFile, attachment, strings),
    ...(isMissing ? [element('span', 'visually-hidden', ' ', visibleText(problem))] : []),
  );
  const parts = [
    fill(strings.currentFileOf, path),
    ...(attachment === undefined ? [] : facts(attachment, strings)),
    ...(isMissing ? [problem] : []),
  ];
  toggle.title = visibleText(parts.join(', '));
  toggle.ariaPressed = String(isOn);
  toggle.addEventListener('click', () => host.post({ type: 'toggleCurrentFile' }));
  return toggle;
}
