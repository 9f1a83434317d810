import { visibleText } from '../../core/visibleText.ts';
import type { AttachmentView, CurrentFileView } from '../../protocol/attachments.ts';
import type { BudgetView } from '../../protocol/contextWindow.ts';
import type { ConnectionView, ModelView } from '../../protocol/panel.ts';
import { ComposerChips } from '../attachments/composerChips.ts';
import { button, iconButton, nameButton } from '../buttons.ts';
import { connectNotice } from '../connection/connectView.ts';
import { ContextRing } from '../contextWindow/contextRing.ts';
import { element, statusLine } from '../dom.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import { icon, setIcon } from '../icons.ts';
import type { ViewContext } from '../viewContext.ts';
import { Completion } from './completion.ts';
import { ComposerText, isOfInputMethod } from './composerText.ts';
import { Recall } from './recall.ts';

/** Where the question is written. Always there, also while a reply runs: then Send is Stop and the text waits. */
export class ComposerView {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly text: ComposerText;
  readonly recall: Recall;
  readonly completion: Completion;
  readonly #chips: ComposerChips;
  readonly #ring: ContextRing;
  readonly #notice: HTMLElement;
  readonly #status = statusLine();
  readonly #modelName = element('span', 'model-name');
  readonly #modelButton: HTMLButtonElement;
  readonly #sendIcon = icon('send');
  readonly #sendButton: HTMLButtonElement;
  /** Whether a sentence stands above the box already. */
  isSaid: (sentence: string) => boolean = () => false;
  #conversationId = '';
  #isConnected = false;
  #isRunning = false;
  #isSending = false;

  /**
   * @param onDraft is called whenever the host knows another unsent text than before
   * @param announce tells a screen reader
   */
  constructor(context: ViewContext, onDraft: () => void, announce: (text: string) => void) {
    const { strings, host } = context;
    this.#context = context;
    this.text = new ComposerText(context, onDraft, () => {
      this.completion.textChanged();
      this.#showSend();
    });
    this.recall = new Recall(this.text);
    this.completion = new Completion(context, this.text, {
      announce,
      onProblem: (problem) => this.say(problem),
      send: () => void this.send(),
    });
    this.#chips = new ComposerChips(context, () => this.focus());
    this.#ring = new ContextRing(context, () => {
      this.text.flush();
      host.post({ type: 'showRequest' });
    });
    this.#notice = connectNotice(context);
    this.#notice.hidden = true;
    this.text.element.addEventListener('keydown', (event) => this.#pressed(event));

    const addContext = iconButton(strings.addContext, icon('add'));
    addContext.addEventListener('click', () => host.post({ type: 'addContext' }));
    this.#modelButton = button('model-button', this.#modelName, icon('chevron-down'));
    this.#modelButton.addEventListener('click', () => host.post({ type: 'selectModel' }));
    this.#sendButton = button('send-button', this.#sendIcon);
    this.#sendButton.addEventListener('click', (event) => this.#sendPressed(event));

    const row = element(
      'div',
      'composer-row',
      addContext,
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
      element('div', 'composer-box', this.#chips.element, this.text.element, row),
      this.completion.element,
    );
    this.#showSend();
  }

  focus(): void {
    this.text.focus();
  }

  /** The host knows at once what stands in the box, not only after a pause. */
  tellDraft(): void {
    this.text.flush();
  }

  /** The sentence above the box; an empty one takes it away. */
  say(text: string): void {
    this.#status.replaceChildren(...visibleNodes(text, this.#context.strings));
  }

  /** @param currentFile the toggle of the file in front, where there is one */
  showAttachments(attachments: readonly AttachmentView[], currentFile: CurrentFileView | undefined): void {
    this.#chips.show(attachments, currentFile);
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

  /** What is sent from now on belongs to this conversation. */
  enter(conversationId: string): void {
    this.#conversationId = conversationId;
    this.#showSend();
  }

  #pressed(event: KeyboardEvent): void {
    if (isOfInputMethod(event)) {
      return;
    }
    const { caret, element: box } = this.text;
    const isAtStart = caret === 0 && box.selectionEnd === 0;
    if (this.completion.pressed(event) || this.recall.pressed(event)) {
      event.preventDefault();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void this.send();
    } else if (event.key === 'Backspace' && isAtStart && this.text.value === '' && !event.repeat) {
      // A key that is held clears the text, and no more.
      this.#chips.focusLast();
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
    const hasContent = this.text.value.trim() !== '' || this.#chips.ids.length > 0;
    return (
      hasContent && this.#isConnected && !this.#isRunning && !this.#isSending && this.#conversationId !== ''
    );
  }

  /** Sends what stands in the box, where it can be sent. */
  async send(): Promise<void> {
    if (!this.#canSend) {
      return;
    }
    const text = this.text.value;
    const conversationId = this.#conversationId;
    this.#isSending = true;
    this.say('');
    // Whatever becomes of the request, the host has the text.
    this.text.flush();
    this.#showSend();
    const problem = await this.#context.host.request({
      type: 'sendMessage',
      conversationId,
      text,
      attachmentIds: this.#chips.ids,
    });
    this.#isSending = false;
    if (problem === undefined) {
      // Another conversation that is shown by now has a text of its own.
      if (conversationId === this.#conversationId) {
        this.text.takeAway(text);
      }
    } else if (!this.isSaid(problem)) {
      this.say(problem);
    }
    this.#showSend();
  }

  #showSend(): void {
    const { send, stop } = this.#context.strings;
    nameButton(this.#sendButton, this.#isRunning ? stop : send);
    setIcon(this.#sendIcon, this.#isRunning ? 'debug-stop' : 'send');
    // Not the `disabled` property: the keyboard would lose its place whenever a reply ends.
    this.#sendButton.ariaDisabled = String(!this.#isRunning && !this.#canSend);
  }
}
