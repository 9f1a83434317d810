import { hasText } from '../../base/hasText.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { ModelView } from '../../protocol/panel.ts';
import type { PanelState } from '../../protocol/toPanel.ts';
import { type ComposerAttachments, ComposerChips } from '../attachments/composerChips.ts';
import { button, iconButton, listenForPress, setButtonName } from '../buttons.ts';
import { ContextUsageRing } from '../contextWindow/contextUsageRing.ts';
import { OverflowNotice } from '../contextWindow/overflowNotice.ts';
import { elementOfPage, statusLine } from '../dom.ts';
import { setFileIconFont } from '../fileIcons.ts';
import { isDone, textError, textOf } from '../host.ts';
import { icon, setIcon } from '../icons.ts';
import { listenForKeys } from '../keyboard.ts';
import { t } from '../l10n.ts';
import type { MessageHandlers, Room } from '../rooms.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';
import { ComposerText } from './composerText.ts';
import { QueuedQuestionView } from './queuedQuestionView.ts';
import { Recall } from './recall.ts';
import { SuggestController } from './suggestController.ts';

/** The part of the connection's view that the composer uses. */
interface ComposerConnection {
  /** Shown above the box while questions of a conversation are not answered. */
  readonly notice: HTMLElement;
  /** Whether a question can be sent. */
  readonly canAsk: boolean;
  /** Takes the step that leads to a connection. */
  takeNext(): void;
}

/**
 * The input for questions. While a reply runs, it stays editable, Stop replaces Send, and another button and Enter queue
 * the question. Its box stands in the page, and never moves in the document, so that it keeps the focus.
 */
export class ComposerView implements Room {
  readonly messages = {
    focusComposer: () => {
      this.#deps.ui.showChat();
      this.focus();
    },
    draft: ({ text }) => this.text.replaceWithDraft(text),
    recentQuestions: ({ recentQuestions }) => this.#recall.setQuestions(recentQuestions),
    attachments: (attachments) => this.#showAttachments(attachments),
    offer: ({ offer }) => this.#chips.showOffer(offer),
    fileIconFont: (font) => {
      this.#fileIconFont = this.#fileIconFont.then(() => setFileIconFont(font));
    },
    // With the icons of the font that came before.
    candidates: (results) => void this.#fileIconFont.then(() => this.#suggest.show(results)),
    prompts: (results) => this.#suggest.show(results),
    insertPromptText: ({ text }) => this.#suggest.insert(text),
    model: ({ model }) => this.#showModel(model),
    contextUsage: ({ contextUsage }) => this.#meter.show(contextUsage),
    overflow: ({ overflow }) => this.overflowNotice.show(overflow),
    queuedQuestion: ({ queuedQuestion, wasSent }) => {
      this.#queued.update(queuedQuestion, wasSent === true);
      // It may say that a question is in the queue already.
      this.showStatus('');
    },
    preparing: ({ isPreparing }) => {
      this.#isPreparing = isPreparing;
    },
  } satisfies Partial<MessageHandlers>;
  readonly element = elementOfPage('.composer');
  readonly #deps: ViewDeps;
  readonly text: ComposerText;
  readonly overflowNotice: OverflowNotice;
  readonly #recall: Recall;
  readonly #suggest: SuggestController;
  readonly #chips: ComposerChips;
  readonly #queued: QueuedQuestionView;
  readonly #meter: ContextUsageRing;
  readonly #connection: ComposerConnection;
  readonly #status = statusLine();
  /** Sends the question without the chips that a refusal names. */
  readonly #sendWithoutButton = button('text-button secondary send-without');
  #unreadableIds: readonly string[] = [];
  readonly #modelName = elementOfPage('.model-name');
  readonly #modelButton = elementOfPage<HTMLButtonElement>('.model-button');
  readonly #sendIcon = elementOfPage('.send-button > .icon');
  readonly #sendButton = elementOfPage<HTMLButtonElement>('.send-button');
  readonly #queueButton: HTMLButtonElement;
  #isRunning = false;
  #canStop = false;
  #isPreparing = false;
  /** Resolves once the font of the file icons is loaded. */
  #fileIconFont: Promise<void> = Promise.resolve();
  /** Conversations whose question is on its way to the host, until it is sent. */
  readonly #sendingIn = new Set<string>();
  /** The text that was sent before a conversation was shown. */
  #askedText: string | undefined;

  constructor(deps: ViewDeps, connection: ComposerConnection) {
    const { host } = deps;
    this.#deps = deps;
    this.text = new ComposerText(deps, () => {
      this.#suggest.textChanged();
      this.showStatus(textError(this.text.value) ?? '');
      this.#updateButtons();
    });
    this.#recall = new Recall(this.text);
    this.#suggest = new SuggestController(deps, this.text, () => void this.send());
    this.#chips = new ComposerChips(deps, () => this.focus());
    this.#queued = new QueuedQuestionView(deps, () => this.flushDraft());
    this.overflowNotice = new OverflowNotice(deps, this);
    this.#meter = new ContextUsageRing(() => {
      this.text.flush();
      host.post({ type: 'showRequest' });
    });
    this.#connection = connection;
    connection.notice.hidden = true;
    listenForKeys(this.text.element, (event) => this.#onKeydown(event));

    listenForPress(elementOfPage('.add-button'), () => host.post({ type: 'pickAttachments' }));
    listenForPress(this.#modelButton, () => host.post({ type: 'selectModel' }));
    // Not for the second click of a double click, which would stop the reply.
    listenForPress(this.#sendButton, () => this.#onSendPress());
    this.#sendWithoutButton.hidden = true;
    listenForPress(this.#sendWithoutButton, () => this.#sendWithoutUnreadable());
    this.#queueButton = iconButton(t('Add to Queue'), icon('send'));
    this.#queueButton.classList.add('queue-button');
    listenForPress(this.#queueButton, () => {
      void this.send();
      this.focus();
    });

    this.#sendButton.before(this.#meter.element, this.#queueButton);
    this.text.element.before(this.#chips.element);
    this.element.prepend(connection.notice, this.#queued.element, this.#status, this.#sendWithoutButton);
    this.element.append(this.#suggest.element);
    this.#updateButtons();
  }

  focus(): void {
    this.text.focus();
  }

  flushDraft(): void {
    this.text.flush();
  }

  /** Shows a sentence above the box until the text or the chips change. An empty one removes it. */
  showStatus(text: string): void {
    this.#status.replaceChildren(...visibleNodes(text));
    this.#sendWithoutButton.hidden = true;
  }

  #showAttachments(attachments: ComposerAttachments): void {
    const state = (): string => JSON.stringify([this.#chips.ids, this.#chips.problems]);
    const before = state();
    this.#chips.show(attachments);
    if (state() !== before) {
      this.showStatus('');
    }
    this.#updateButtons();
  }

  /** Whether a question waits for the reply, and is then sent by itself. */
  get hasWaitingQuestion(): boolean {
    return this.#queued.isWaiting;
  }

  /** Whether a question is being prepared. */
  get isPreparing(): boolean {
    return this.#isPreparing;
  }

  /** Whether the editor's selection is offered to be attached. */
  get offersSelection(): boolean {
    return this.#chips.offersSelection;
  }

  showConversation(state: PanelState, isOther: boolean): void {
    this.#showModel(state.model);
    this.#showAttachments(state);
    this.#isPreparing = state.isPreparing;
    this.#queued.show(state.queuedQuestion);
    this.#recall.setQuestions(state.recentQuestions);
    if (state.contextUsage !== undefined) {
      this.#meter.show(state.contextUsage);
    }
    if (isOther) {
      this.showStatus('');
    }
    this.#updateButtons();
  }

  #showModel(model: ModelView): void {
    this.#modelName.replaceChildren(...visibleNodes(model.id || t('Select Model')));
    setButtonName(
      this.#modelButton,
      model.id === '' ? t('Select Model') : `${t('Select Model')}: ${visibleText(model.id)}`,
    );
  }

  /** Shows or hides the notice that says why questions are not answered. */
  showConnection(needsNotice: boolean): void {
    this.#connection.notice.hidden = !needsNotice;
  }

  /**
   * @param isRunning whether what is sent is queued
   * @param canStop whether this window can stop what runs
   */
  showRunning({ isRunning, canStop }: { isRunning: boolean; canStop: boolean }): void {
    this.#isRunning = isRunning;
    this.#canStop = canStop;
    this.#updateButtons();
  }

  #onKeydown(event: KeyboardEvent): void {
    const { caret, box } = this.text;
    const isAtStart = caret === 0 && box.selectionEnd === 0;
    if (this.#suggest.handleKeydown(event) || this.#recall.handleKeydown(event)) {
      event.preventDefault();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      // A held key sends once.
      if (!event.repeat) {
        void this.send();
      }
    } else if (event.key === 'Backspace' && isAtStart && this.text.value === '' && !event.repeat) {
      // Holding the key only clears the text.
      this.#chips.focusLast();
    }
  }

  #onSendPress(): void {
    if (this.#canStop) {
      this.#deps.host.post({ type: 'stop' });
    } else {
      void this.send();
    }
    this.focus();
  }

  get #canSend(): boolean {
    const hasContent = hasText(this.text.value) || this.#chips.ids.length > 0;
    const isTooLong = textError(this.text.value) !== undefined;
    return hasContent && !isTooLong && !this.#sendingIn.has(this.#deps.host.shownId);
  }

  /** @param text of the box when the user sent it, before there was a conversation */
  ask(text: string): void {
    this.#askedText ??= text;
  }

  /**
   * Sends what was sent before a conversation was shown, in the first one that is. Not if that has brought unsent text or
   * attachments, which the user had not seen.
   */
  sendAsked(): void {
    const text = this.#askedText ?? '';
    this.#askedText = undefined;
    if (!hasText(text)) {
      return;
    }
    const { shownId } = this.#deps.host;
    // After the unsent text has come back, for which a word that is composed may have to be finished.
    this.text.change(() => {
      if (shownId !== this.#deps.host.shownId) {
        return;
      }
      if (this.text.value.startsWith(text) && !this.#chips.hasAttachments) {
        void this.send([], text);
      } else {
        this.showStatus(
          t(
            'Not sent yet: earlier unsent text or attachments are back. Send the question as it is now, or change it.',
          ),
        );
      }
    });
  }

  /**
   * Sends the question, or queues it while a reply is running. Without a connection, takes the step that leads to one and
   * keeps the question.
   */
  async send(withoutIds: readonly string[] = [], text = this.text.value): Promise<void> {
    if (this.#deps.host.shownId === '') {
      this.ask(text);
      return;
    }
    if (this.#sendingIn.has(this.#deps.host.shownId)) {
      this.showStatus(t('This question is about to be sent.'));
    }
    if (!this.#canSend) {
      return;
    }
    if (!this.#connection.canAsk) {
      this.text.flush();
      this.#connection.takeNext();
      return;
    }
    const { shownId } = this.#deps.host;
    this.#sendingIn.add(shownId);
    this.showStatus('');
    // So that the host has the text even if the request fails.
    this.text.flush();
    this.#updateButtons();
    const result = await this.#deps.host.request({
      type: 'sendMessage',
      text,
      attachmentIds: this.#chips.ids.filter((id) => !withoutIds.includes(id)),
    });
    this.#sendingIn.delete(shownId);
    // If another conversation is shown by now, the text box belongs to that one.
    if (shownId === this.#deps.host.shownId) {
      if (isDone(result)) {
        this.text.removeSent(text);
      } else if (!this.overflowNotice.announceAgain(result)) {
        this.showStatus(textOf(result));
        this.#offerSendWithout(result?.kind === 'error' ? (result.attachmentIds ?? []) : []);
      }
    }
    this.#updateButtons();
  }

  /** If a question is refused because of attachments, and there is anything else to send, one click sends that. */
  #offerSendWithout(ids: readonly string[]): void {
    this.#unreadableIds = ids;
    const hasRest = hasText(this.text.value) || this.#chips.ids.some((id) => !ids.includes(id));
    this.#sendWithoutButton.hidden = ids.length === 0 || !hasRest;
    this.#sendWithoutButton.textContent = ids.length === 1 ? t('Send Without It') : t('Send Without Them');
  }

  #sendWithoutUnreadable(): void {
    const ids = this.#unreadableIds;
    for (const attachmentId of this.#chips.ids.filter((id) => ids.includes(id))) {
      this.#deps.host.post({ type: 'removeAttachment', attachmentId });
    }
    void this.send(ids);
    this.focus();
  }

  #updateButtons(): void {
    const sendName = this.#isRunning ? t('Add to Queue') : t('Send');
    setButtonName(this.#sendButton, this.#canStop ? t('Stop') : sendName);
    setIcon(this.#sendIcon, this.#canStop ? 'debug-stop' : 'send');
    // Not `disabled`: the button would lose the focus whenever a reply ends.
    this.#sendButton.ariaDisabled = String(!this.#canStop && !this.#canSend);
    this.#queueButton.hidden = !this.#canStop;
    this.#queueButton.ariaDisabled = String(!this.#canSend);
  }
}
