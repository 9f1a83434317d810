import { hasText } from '../../base/hasText.ts';
import type {
  QueuedQuestionView as QueuedQuestion,
  QueuedQuestionAction,
} from '../../protocol/conversation.ts';
import { formatAttachmentNames } from '../attachments/attachmentText.ts';
import { iconButton, listenForPress } from '../buttons.ts';
import { element } from '../dom.ts';
import { textOf } from '../host.ts';
import { icon } from '../icons.ts';
import { createRovingTabIndex } from '../keyboard.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';

/** The queued question, above the composer's box. */
export class QueuedQuestionView {
  readonly element = element('section', 'queued');
  readonly #deps: ViewDeps;
  readonly #flushDraft: () => void;
  readonly #state = element('div', 'queued-state');
  readonly #text = element('div', 'queued-text');
  readonly #attachments = element('div', 'queued-attachments');
  readonly #sendButton: HTMLButtonElement;
  readonly #rovingTabIndex;
  #question: QueuedQuestion | undefined;

  /** @param flushDraft sends pending changes of the draft to the host immediately */
  constructor(deps: ViewDeps, flushDraft: () => void) {
    this.#deps = deps;
    this.#flushDraft = flushDraft;
    this.#sendButton = this.#button('send', t('Send'), icon('send'));
    const buttons = [
      this.#sendButton,
      this.#button('edit', t('Edit'), icon('edit')),
      this.#button('remove', t('Remove from Queue'), icon('close')),
    ];
    const actions = element('div', 'toolbar', ...buttons);
    actions.role = 'toolbar';
    actions.ariaLabel = t('Queued Question');
    this.#rovingTabIndex = createRovingTabIndex(actions, () => buttons.filter(({ hidden }) => !hidden));
    this.#text.dir = 'auto';
    this.element.ariaLabel = t('Queued Question');
    this.element.append(this.#state, this.#text, this.#attachments, actions);
    this.show(undefined);
  }

  get isWaiting(): boolean {
    return this.#question !== undefined && this.#question.reason === undefined;
  }

  show(question: QueuedQuestion | undefined): void {
    const { text = '', attachments = [], reason } = question ?? {};
    this.#question = question;
    this.element.hidden = question === undefined;
    this.#state.replaceChildren(...visibleNodes(reason ?? t('Queued until the reply is finished')));
    this.#text.replaceChildren(...visibleNodes(text));
    this.#text.hidden = !hasText(text);
    const names = formatAttachmentNames(attachments);
    this.#attachments.replaceChildren(...visibleNodes(names.join(', ')));
    this.#attachments.hidden = names.length === 0;
    this.#sendButton.hidden = reason === undefined;
    this.#rovingTabIndex.refresh();
  }

  /** Like `show`, and announces what has changed. */
  update(question: QueuedQuestion | undefined, wasSent: boolean): void {
    const before = this.#question;
    this.show(question);
    if (question === undefined) {
      this.#deps.ui.announce(wasSent ? t('Queued question sent') : '');
    } else if (question.id !== before?.id || question.reason !== before.reason) {
      this.#deps.ui.announce(question.reason ?? t('Queued until the reply is finished'));
    }
  }

  #button(action: QueuedQuestionAction, name: string, iconElement: HTMLElement): HTMLButtonElement {
    const created = iconButton(name, iconElement);
    listenForPress(created, () => this.#run(action));
    return created;
  }

  async #run(action: QueuedQuestionAction): Promise<void> {
    if (this.#question === undefined) {
      return;
    }
    // Edit adds the question to the host's draft, which must match the box.
    this.#flushDraft();
    const result = await this.#deps.host.request({
      type: 'queuedQuestionAction',
      queuedQuestionId: this.#question.id,
      action,
    });
    this.#deps.ui.showStatus(textOf(result));
  }
}
