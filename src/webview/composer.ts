import { visibleText } from '../core/visibleText.ts';
import type { BudgetView } from '../protocol/budgetView.ts';
import type { AttachmentView, ConnectionView, ModelView } from '../protocol/views.ts';
import { button, iconButton, nameButton } from './buttons.ts';
import { ComposerChips } from './composerChips.ts';
import { connectNotice } from './connectView.ts';
import { ContextRing } from './contextRing.ts';
import { element, statusLine } from './dom.ts';
import { Draft } from './draft.ts';
import { visibleNodes } from './hiddenMarks.ts';
import { icon, setIcon } from './icons.ts';
import type { ViewContext } from './viewContext.ts';

/** The key code that browsers give a key press which an input method takes. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Where the question is written. Always there, also while a reply runs: then Send is Stop and the text waits. */
export class Composer {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #textarea = element('textarea');
  readonly #chips: ComposerChips;
  readonly #ring: ContextRing;
  readonly #notice: HTMLElement;
  readonly #status = statusLine();
  readonly #modelName = element('span', 'model-name');
  readonly #modelButton: HTMLButtonElement;
  readonly #sendIcon = icon('send');
  readonly #sendButton: HTMLButtonElement;
  readonly #draft: Draft;
  /** Whether a sentence stands above the box already. */
  isSaid: (sentence: string) => boolean = () => false;
  #conversationId = '';
  #isConnected = false;
  #isRunning = false;
  #isSending = false;

  /** @param onDraft is called whenever the host knows another unsent text than before */
  constructor(context: ViewContext, onDraft: () => void) {
    const { strings, host } = context;
    this.#context = context;
    this.#chips = new ComposerChips(context);
    this.#ring = new ContextRing(context, () => {
      this.#draft.flush();
      host.post({ type: 'showRequest' });
    });
    this.#notice = connectNotice(context);
    this.#notice.hidden = true;
    this.#draft = new Draft(host, () => this.#textarea.value, onDraft);

    this.#textarea.ariaLabel = strings.message;
    this.#textarea.dir = 'auto';
    this.#textarea.placeholder = strings.placeholder;
    this.#textarea.addEventListener('input', () => this.#changed());
    this.#textarea.addEventListener('keydown', (event) => this.#pressed(event));

    const newChat = iconButton(strings.newChat, icon('add'));
    newChat.addEventListener('click', () => {
      this.#draft.flush();
      host.post({ type: 'newChat' });
    });
    this.#modelButton = button('model-button', this.#modelName, icon('chevron-down'));
    this.#modelButton.addEventListener('click', () => host.post({ type: 'selectModel' }));
    this.#sendButton = button('send-button', this.#sendIcon);
    this.#sendButton.addEventListener('click', (event) => this.#sendPressed(event));

    const row = element(
      'div',
      'composer-row',
      newChat,
      this.#modelButton,
      element('span', 'spacer'),
      this.#ring.element,
      this.#sendButton,
    );
    this.element = element(
      'div',
      'composer',
      this.#notice,
      this.#status,
      element('div', 'composer-box', this.#chips.element, this.#textarea, row),
    );
    this.#showSend();
  }

  get caret(): number {
    return this.#textarea.selectionStart;
  }

  /** The unsent text. */
  get text(): string {
    return this.#textarea.value;
  }

  focus(): void {
    this.#textarea.focus();
  }

  /** The host knows at once what stands in the box, not only after a pause. */
  tellDraft(): void {
    this.#draft.flush();
  }

  /** The sentence above the box; an empty one takes it away. */
  say(text: string): void {
    this.#status.replaceChildren(...visibleNodes(text, this.#context.strings));
  }

  showAttachments(attachments: readonly AttachmentView[]): void {
    this.#chips.show(attachments);
    this.#showSend();
  }

  showModel(model: ModelView): void {
    const { selectModel, noModel } = this.#context.strings;
    this.#modelName.replaceChildren(...visibleNodes(model.id || noModel, this.#context.strings));
    nameButton(this.#modelButton, model.id === '' ? selectModel : `${selectModel}: ${visibleText(model.id)}`);
  }

  showBudget(budget: BudgetView): void {
    this.#ring.show(budget);
  }

  showConnection(connection: ConnectionView, hasTurns: boolean): void {
    this.#isConnected = connection === 'connected';
    this.#notice.hidden = this.#isConnected || !hasTurns;
    this.#showSend();
  }

  showRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#showSend();
  }

  /** What is sent from now on belongs to this conversation. The unsent text stays: it is the window's. */
  enter(conversationId: string): void {
    this.#conversationId = conversationId;
    this.#showSend();
  }

  /**
   * The unsent text as the host has it, for a page that has just begun. What was typed in it meanwhile is newer: it is
   * kept, behind a draft that is not known here yet.
   */
  begin(draft: string, caret?: number): void {
    if (!this.#draft.isUntold) {
      this.replaceText(draft);
      if (caret !== undefined) {
        this.#textarea.setSelectionRange(caret, caret);
      }
    } else if (draft !== this.#draft.told) {
      this.#textarea.value = [draft, this.#textarea.value].filter((text) => text !== '').join('\n');
      this.#changed();
    }
  }

  /** Text that comes from the host. */
  replaceText(text: string): void {
    this.#textarea.value = text;
    this.#draft.known(text);
    this.#showSend();
  }

  /** The text as it is being written in another place, unless something newer was typed here. */
  follow(text: string): void {
    if (!this.#draft.isUntold && text !== this.#textarea.value) {
      this.replaceText(text);
    }
  }

  /** Puts back what was unsent in an earlier life of the window, unless something stands there by now. */
  restore(text: string, caret: number): void {
    if (this.#textarea.value === '' && text !== '') {
      this.#textarea.value = text;
      this.#textarea.setSelectionRange(caret, caret);
      this.#changed();
    }
  }

  #changed(): void {
    this.#draft.typed();
    this.#showSend();
  }

  #pressed(event: KeyboardEvent): void {
    const isComposing = event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD;
    if (event.key === 'Enter' && !event.shiftKey && !isComposing) {
      event.preventDefault();
      void this.send();
    }
  }

  #sendPressed(event: MouseEvent): void {
    // The second click of a double click on Send would otherwise stop what the first one started.
    if (event.detail > 1) {
      return;
    }
    if (this.#isRunning) {
      this.#context.host.post({ type: 'stop' });
    } else {
      void this.send();
    }
    this.focus();
  }

  get #canSend(): boolean {
    const hasContent = this.#textarea.value.trim() !== '' || this.#chips.ids.length > 0;
    return (
      hasContent && this.#isConnected && !this.#isRunning && !this.#isSending && this.#conversationId !== ''
    );
  }

  /** Sends what stands in the box, where it can be sent. */
  async send(): Promise<void> {
    if (!this.#canSend) {
      return;
    }
    const text = this.#textarea.value;
    this.#isSending = true;
    this.say('');
    // Whatever becomes of the request, the host has the text.
    this.#draft.flush();
    this.#showSend();
    const problem = await this.#context.host.request({
      type: 'sendMessage',
      conversationId: this.#conversationId,
      text,
      attachmentIds: this.#chips.ids,
    });
    this.#isSending = false;
    if (problem === undefined) {
      this.#takeAway(text);
    } else if (!this.isSaid(problem)) {
      this.say(problem);
    }
    this.#showSend();
  }

  /** Takes the text that was sent out of the box, and leaves what was typed behind it in the meantime. */
  #takeAway(sent: string): void {
    if (this.#textarea.value.startsWith(sent)) {
      this.#textarea.value = this.#textarea.value.slice(sent.length);
    }
    this.#draft.flush();
  }

  #showSend(): void {
    const { send, stop } = this.#context.strings;
    nameButton(this.#sendButton, this.#isRunning ? stop : send);
    setIcon(this.#sendIcon, this.#isRunning ? 'debug-stop' : 'send');
    // Not the `disabled` property: the keyboard would lose its place whenever a reply ends.
    this.#sendButton.ariaDisabled = String(!this.#isRunning && !this.#canSend);
  }
}
