import { visibleText } from '../../core/visibleText.ts';
import type { AssistantTurnView } from '../../protocol/conversation.ts';
import { actionButton, button } from '../buttons.ts';
import { codeBlocksIn } from '../code/codeBlockView.ts';
import { element, statusLine } from '../dom.ts';
import { problemNotice } from '../failures/problemNotice.ts';
import { fill } from '../format.ts';
import { FrameTask } from '../frameTask.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import { MarkdownView } from '../markdown/markdownView.ts';
import type { ViewContext } from '../viewContext.ts';
import { isUnfinished, ReplyMeta } from './replyMeta.ts';
import { offerTurnMenu, turnMenuButton } from './turnMenu.ts';

/** A reply: its text on the panel itself, what there is to say of it where there is, and one line of facts below. */
export class ReplyView {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #markdown: MarkdownView;
  readonly #meta: ReplyMeta;
  readonly #actions: HTMLElement;
  readonly #menu: HTMLButtonElement;
  /** Which model writes it, where another writes beside it: the facts below say so only at the end. */
  readonly #comparedModel = element('div', 'compared-model');
  /** The choice between this reply and another, where there is another. */
  readonly #choice = element('div');
  #isLast = false;
  readonly #notes = element('div', 'notes');
  readonly #drawText = new FrameTask(() => this.#drawPending());
  /** Text that came and is not drawn yet. */
  #pending = '';
  #turn: AssistantTurnView;
  #shownNotes = '';
  /** The text whose files the host was asked for. */
  #askedFor = '';

  constructor(context: ViewContext, turn: AssistantTurnView) {
    const { strings, host } = context;
    const reply = (action: 'copy' | 'insert') =>
      host.request({ type: 'replyAction', turnId: turn.id, action });
    const status = statusLine();
    this.#context = context;
    this.#turn = turn;
    this.#markdown = new MarkdownView(context, turn.id);
    this.#meta = new ReplyMeta(strings);
    this.#actions = element(
      'div',
      'reply-actions',
      actionButton({
        name: strings.copyReply,
        doneName: strings.copied,
        iconName: 'copy',
        act: () => reply('copy'),
        status,
      }),
      actionButton({
        name: strings.insertReply,
        doneName: strings.inserted,
        iconName: 'insert',
        act: () => reply('insert'),
        status,
      }),
    );
    this.#menu = turnMenuButton(strings);
    this.element = element(
      'article',
      'turn',
      this.#comparedModel,
      this.#markdown.element,
      this.#notes,
      element('div', 'reply-foot', this.#meta.element, this.#actions, this.#menu),
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
    this.#offerMenu();
  }

  /** The element with its text, block by block. */
  get text(): HTMLElement {
    return this.#markdown.element;
  }

  get isRunning(): boolean {
    return isUnfinished(this.#turn);
  }

  /** The reply grew by this text; drawn with the next frame. */
  append(text: string): void {
    this.#turn = { ...this.#turn, text: this.#turn.text + text };
    this.#pending += text;
    this.#meta.textCame();
    this.#drawText.schedule();
  }

  /** The reply as it stands now, with all its text. */
  change(turn: AssistantTurnView): void {
    if (turn.text !== this.#turn.text) {
      this.#meta.textCame();
    }
    const hasEnded = this.isRunning && !isUnfinished(turn);
    this.#turn = turn;
    this.#drawText.cancel();
    this.#pending = '';
    this.#markdown.isGrowing = this.isRunning;
    this.#markdown.update(turn.text);
    this.#meta.show(turn);
    this.#actions.hidden = this.isRunning || turn.text === '';
    this.element.ariaBusy = String(this.isRunning);
    this.#offerMenu();
    this.#findFiles(turn);
    this.#showNotes(turn, hasEnded);
  }

  /**
   * Those that stay as they are keep their nodes: an alert that is made anew would be read once more.
   * @param isNews whether the reader has not been told of them
   */
  #showNotes({ id, leftOut, problem }: AssistantTurnView, isNews: boolean): void {
    const notes = JSON.stringify([leftOut, problem]);
    if (notes === this.#shownNotes) {
      return;
    }
    this.#shownNotes = notes;
    this.#notes.replaceChildren(
      ...(leftOut === undefined
        ? []
        : [element('div', 'left-out', ...visibleNodes(leftOut, this.#context.strings))]),
      ...(problem === undefined ? [] : [problemNotice(this.#context, id, problem, isNews)]),
    );
  }

  #drawPending(): void {
    this.#markdown.append(this.#pending);
    this.#pending = '';
  }

  #offerChoice(): void {
    const { strings } = this.#context;
    const { compared, model } = this.#turn;
    this.element.ariaLabel =
      compared === undefined
        ? strings.assistant
        : fill(strings.replyOf, compared === 'first' ? 1 : 2, visibleText(model));
    this.#comparedModel.hidden = compared === undefined;
    this.#comparedModel.replaceChildren(...visibleNodes(model, strings));
    this.element.classList.toggle('compared', compared !== undefined);
    this.element.classList.toggle('compared-second', compared === 'second');
    if (compared === undefined || this.isRunning) {
      this.#choice.replaceChildren();
    } else if (this.#choice.firstChild === null) {
      this.#choice.append(keepView(this.#context, this.#turn));
    }
  }

  #offerMenu(): void {
    const { id: turnId, canContinue = false } = this.#turn;
    const isLast = this.#isLast;
    this.#menu.hidden = this.isRunning;
    this.#offerChoice();
    offerTurnMenu(
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
  #findFiles({ id, text }: AssistantTurnView): void {
    if (
      !this.isRunning &&
      this.#askedFor !== text &&
      codeBlocksIn(this.#markdown.element).some(({ file }) => file !== '')
    ) {
      this.#askedFor = text;
      this.#context.host.post({ type: 'findFiles', turnId: id });
    }
  }

  dispose(): void {
    this.#drawText.cancel();
    this.#meta.dispose();
  }
}

/** What stands under each of two replies to a question: the choice, and which one counts until it is made. */
function keepView(
  { strings, host }: ViewContext,
  { id: turnId, compared, model }: AssistantTurnView,
): HTMLElement {
  const keep = button('text-button secondary', strings.keepReply);
  keep.ariaLabel = fill(strings.keepReplyOf, compared === 'first' ? 1 : 2, visibleText(model));
  const status = statusLine();
  keep.addEventListener('click', async () => {
    const problem = await host.request({ type: 'turnAction', turnId, action: 'keep' });
    status.replaceChildren(...visibleNodes(problem ?? '', strings));
  });
  const hint = compared === 'first' ? [element('span', 'keep-hint', strings.firstCounts)] : [];
  return element('div', 'keep', keep, ...hint, status);
}
