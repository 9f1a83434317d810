import { visibleText } from '../../core/visibleText.ts';
import type { AssistantTurnView } from '../../protocol/conversation.ts';
import { actionButton, button } from '../buttons.ts';
import { codeBlocksIn } from '../code/codeBlockView.ts';
import { element, statusLine } from '../dom.ts';
import { createTurnNotice } from '../failures/turnNotice.ts';
import { formatString } from '../format.ts';
import { FrameTask } from '../frameTask.ts';
import { MarkdownView } from '../markdown/markdownView.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';
import { isUnfinished, ReplyStatusLine } from './replyStatusLine.ts';
import { createTurnMenuButton, setTurnMenu } from './turnMenu.ts';

/** A reply: its text on the panel itself, what there is to say of it where there is, and one line of facts below. */
export class ReplyView {
  readonly element: HTMLElement;
  readonly #deps: ViewDeps;
  readonly #markdown: MarkdownView;
  readonly #statusLine: ReplyStatusLine;
  readonly #actions: HTMLElement;
  readonly #menu: HTMLButtonElement;
  /** Which model writes it, where another writes beside it: the facts below say so only at the end. */
  readonly #comparedModel = element('div', 'compared-model');
  /** The choice between this reply and another, where there is another. */
  readonly #choice = element('div');
  #isLast = false;
  readonly #notes = element('div', 'notes');
  readonly #renderText = new FrameTask(() => this.#renderPending());
  /** Text that came and is not drawn yet. */
  #pendingText = '';
  #turn: AssistantTurnView;
  #renderedNotes = '';
  /** The text whose files the host was asked for. */
  #filesRequestedFor = '';

  constructor(deps: ViewDeps, turn: AssistantTurnView) {
    const { strings, host } = deps;
    const reply = (action: 'copy' | 'insert') =>
      host.request({ type: 'replyAction', turnId: turn.id, action });
    const status = statusLine();
    this.#deps = deps;
    this.#turn = turn;
    this.#markdown = new MarkdownView(deps, turn.id);
    this.#statusLine = new ReplyStatusLine(strings);
    this.#actions = element(
      'div',
      'reply-actions',
      actionButton({
        name: strings.copyReply,
        doneName: strings.copied,
        iconName: 'copy',
        run: () => reply('copy'),
        status,
      }),
      actionButton({
        name: strings.insertReply,
        doneName: strings.inserted,
        iconName: 'insert',
        run: () => reply('insert'),
        status,
      }),
    );
    this.#menu = createTurnMenuButton(strings);
    this.element = element(
      'article',
      'turn',
      this.#comparedModel,
      this.#markdown.element,
      this.#notes,
      element('div', 'reply-foot', this.#statusLine.element, this.#actions, this.#menu),
      this.#choice,
      status,
    );
    this.change(turn);
  }

  get turn(): AssistantTurnView {
    return this.#turn;
  }

  /** Its menu offers more where nothing came after it. */
  set isLast(isLast: boolean) {
    this.#isLast = isLast;
    this.#updateMenu();
  }

  /** The element with its text, block by block. */
  get markdownElement(): HTMLElement {
    return this.#markdown.element;
  }

  get isRunning(): boolean {
    return isUnfinished(this.#turn);
  }

  /** The reply grew by this text; drawn with the next frame. */
  append(text: string): void {
    this.#turn = { ...this.#turn, text: this.#turn.text + text };
    this.#pendingText += text;
    this.#statusLine.onText();
    this.#renderText.schedule();
  }

  /** The reply as it stands now, with all its text. */
  change(turn: AssistantTurnView): void {
    if (turn.text !== this.#turn.text) {
      this.#statusLine.onText();
    }
    const hasEnded = this.isRunning && !isUnfinished(turn);
    this.#turn = turn;
    this.#renderText.cancel();
    this.#pendingText = '';
    this.#markdown.isStreaming = this.isRunning;
    this.#markdown.update(turn.text);
    this.#statusLine.show(turn);
    this.#actions.hidden = this.isRunning || turn.text === '';
    this.element.ariaBusy = String(this.isRunning);
    this.#updateMenu();
    this.#requestFiles(turn);
    this.#showNotes(turn, hasEnded);
  }

  /**
   * Those that stay as they are keep their nodes: an alert that is made anew would be read once more.
   * @param isNews whether the reader has not been told of them
   */
  #showNotes({ id, leftOut, notice }: AssistantTurnView, isNews: boolean): void {
    const notes = JSON.stringify([leftOut, notice]);
    if (notes === this.#renderedNotes) {
      return;
    }
    this.#renderedNotes = notes;
    this.#notes.replaceChildren(
      ...(leftOut === undefined
        ? []
        : [element('div', 'left-out', ...visibleNodes(leftOut, this.#deps.strings))]),
      ...(notice === undefined ? [] : [createTurnNotice(this.#deps, id, notice, isNews)]),
    );
  }

  #renderPending(): void {
    this.#markdown.append(this.#pendingText);
    this.#pendingText = '';
  }

  #updateChoice(): void {
    const { strings } = this.#deps;
    const { compared, model } = this.#turn;
    this.element.ariaLabel =
      compared === undefined
        ? strings.assistant
        : formatString(strings.comparedReply, compared === 'first' ? 1 : 2, visibleText(model));
    this.#comparedModel.hidden = compared === undefined;
    this.#comparedModel.replaceChildren(...visibleNodes(model, strings));
    this.element.classList.toggle('compared', compared !== undefined);
    this.element.classList.toggle('compared-second', compared === 'second');
    if (compared === undefined || this.isRunning) {
      this.#choice.replaceChildren();
    } else if (this.#choice.firstChild === null) {
      this.#choice.append(createKeepChoice(this.#deps, this.#turn));
    }
  }

  #updateMenu(): void {
    const { id: turnId, canContinue = false } = this.#turn;
    const isLast = this.#isLast;
    this.#menu.hidden = this.isRunning;
    this.#updateChoice();
    setTurnMenu(
      this.element,
      this.isRunning
        ? undefined
        : {
            turnId,
            kind: 'reply',
            isLast,
            canContinue: isLast && canContinue,
            isCompared: this.#turn.compared !== undefined,
          },
    );
  }

  /** Makes buttons of the names of files that the host found, of these code blocks by their positions from 0. */
  linkFiles(blocks: readonly number[]): void {
    const views = codeBlocksIn(this.#markdown.element);
    for (const block of blocks) {
      views[block]?.linkFile();
    }
  }

  /** Once the reply has come to its end: only then the names of its files are whole. */
  #requestFiles({ id, text }: AssistantTurnView): void {
    if (
      !this.isRunning &&
      this.#filesRequestedFor !== text &&
      codeBlocksIn(this.#markdown.element).some(({ fileName }) => fileName !== '')
    ) {
      this.#filesRequestedFor = text;
      this.#deps.host.post({ type: 'findReplyFiles', turnId: id });
    }
  }

  dispose(): void {
    this.#renderText.cancel();
    this.#statusLine.dispose();
  }
}

/** What stands under each of two replies to a question: the choice, and which one counts until it is made. */
function createKeepChoice(
  { strings, host }: ViewDeps,
  { id: turnId, compared, model }: AssistantTurnView,
): HTMLElement {
  const keep = button('text-button secondary', strings.keepReply);
  keep.ariaLabel = formatString(strings.keepComparedReply, compared === 'first' ? 1 : 2, visibleText(model));
  const status = statusLine();
  keep.addEventListener('click', async () => {
    const problem = await host.request({ type: 'turnAction', turnId, action: 'keep' });
    status.replaceChildren(...visibleNodes(problem ?? '', strings));
  });
  const hint = compared === 'first' ? [element('span', 'keep-hint', strings.firstReplyIsUsed)] : [];
  return element('div', 'keep', keep, ...hint, status);
}
