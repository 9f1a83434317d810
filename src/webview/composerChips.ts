import { visibleText } from '../core/visibleText.ts';
import type { AttachmentView } from '../protocol/views.ts';
import { iconButton } from './buttons.ts';
import { chip } from './chips.ts';
import { element } from './dom.ts';
import { fileName, fill } from './format.ts';
import { icon } from './icons.ts';
import type { ViewContext } from './viewContext.ts';

/** What will go along with the question, each with a button that takes it away. */
export class ComposerChips {
  readonly element = element('ul', 'chips');
  readonly #context: ViewContext;
  #attachments: readonly AttachmentView[] = [];

  constructor(context: ViewContext) {
    this.#context = context;
    this.element.hidden = true;
  }

  get ids(): string[] {
    return this.#attachments.map((attachment) => attachment.id);
  }

  show(attachments: readonly AttachmentView[]): void {
    const isMore = attachments.length > this.#attachments.length;
    this.#attachments = attachments;
    this.element.hidden = attachments.length === 0;
    this.element.replaceChildren(...attachments.map((attachment) => this.#chip(attachment)));
    if (isMore) {
      // Many scroll in a few rows, and what was added last is what its reader looks for.
      this.element.scrollTop = this.element.scrollHeight;
    }
  }

  #chip(attachment: AttachmentView): HTMLElement {
    const { strings, host } = this.#context;
    const name = visibleText(fileName(attachment.path));
    const remove = iconButton(fill(strings.removeAttachment, name), icon('close'));
    remove.addEventListener('click', () => {
      host.post({ type: 'removeAttachment', attachmentId: attachment.id });
    });
    return chip(attachment, strings, remove);
  }
}
