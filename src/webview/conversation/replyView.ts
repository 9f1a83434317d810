import { hasText } from '../../base/hasText.ts';
import { type CodeBlockPlace, isSameCodeBlock } from '../../core/markdown/codeBlockPlace.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { AppliedView } from '../../protocol/code.ts';
import type { AssistantTurnView, NoticeView, TurnAction } from '../../protocol/conversation.ts';
import type { ReplyTarget, ToPanel } from '../../protocol/toPanel.ts';
import { ActionButton, button, iconButton } from '../buttons.ts';
import { type CodeBlockView, codeBlocksIn } from '../code/codeBlockView.ts';
import { NOTHING_FOUND, type ReplyFindings, withApplied } from '../code/replyFindings.ts';
import { element, statusLine } from '../dom.ts';
import { createTurnNotice, listenForAction } from '../failures/turnNotice.ts';
import { formatDayOrTime } from '../format.ts';
import { FrameTask } from '../frameTask.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';
import { FileLinks } from '../markdown/fileLinks.ts';
import { MarkdownView } from '../markdown/markdownView.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';
import { isUnfinished, ReplyStatusLine } from './replyStatusLine.ts';
import { whenLaidOut } from './turnGroups.ts';
import { createTurnMenuButton, setTurnMenu } from './turnMenu.ts';

/** Actions that ask for a reply again. */
const RETRIES: readonly TurnAction[] = ['retry', 'waitAndRetry', 'retryWithoutStreaming'];

type ReplyFiles = Extract<ToPanel, { type: 'replyFiles' }>;

export interface ReplyViewOptions {
  /** Called before text that has arrived is drawn. */
  onWillGrow(): void;
  /** Called when all text has been drawn, if that took more than one frame. */
  onDidDraw(turnId: string): void;
}

/** A reply: its text, notes about it if any, and a status line. */
export class ReplyView {
  readonly element: HTMLElement;
  readonly #deps: ViewDeps;
  readonly #markdown: MarkdownView;
  readonly #fileLinks: FileLinks;
  readonly #statusLine: ReplyStatusLine;
  readonly #actions: HTMLElement;
  readonly #retry: HTMLButtonElement;
  readonly #menu: HTMLButtonElement;
  /** The model, above each of two compared replies. The status line shows it only at the end. */
  readonly #comparedModel = element('div', 'compared-model');
  /** The choice between several replies. */
  readonly #choice = element('div');
  #choiceFor: AssistantTurnView['compared'];
  readonly #parts: readonly HTMLElement[];
  #isLast = false;
  readonly #notes = element('div', 'notes');
  readonly #renderText: FrameTask;
  #pendingText = '';
  #turn: AssistantTurnView;
  #renderedNotes = '';
  #findings = NOTHING_FOUND;
  /** Text of the reply for which `#requestWhenEnded` has asked the host. */
  #requestedFor = '';
  #isTargetRequested = false;

  constructor(deps: ViewDeps, turn: AssistantTurnView, { onWillGrow, onDidDraw }: ReplyViewOptions) {
    const { host } = deps;
    const reply = (action: 'copy' | 'insert') =>
      host.request({ type: 'replyAction', turnId: turn.id, action });
    const status = statusLine();
    this.#deps = deps;
    this.#turn = turn;
    this.#renderText = new FrameTask(() => {
      onWillGrow();
      this.#renderPending();
    });
    this.#markdown = new MarkdownView(deps, turn.id, {
      onWillGrow,
      onDidDraw: () => {
        this.#requestTarget();
        if (this.isDrawn) {
          this.#requestWhenEnded();
          onDidDraw(turn.id);
        }
      },
      onDidRenderCode: () => {
        this.#requestedFor = '';
        // Once what was rendered is in the page.
        queueMicrotask(() => this.#requestWhenEnded());
      },
    });
    this.#fileLinks = new FileLinks(deps, turn.id, this.#markdown.element);
    this.#statusLine = new ReplyStatusLine(deps);
    this.#retry = iconButton(t('Retry'), icon('refresh'));
    listenForAction(deps, this.#retry, turn.id, 'retry', status);
    this.#actions = element(
      'div',
      'reply-actions',
      new ActionButton({
        name: t('Copy Reply'),
        doneName: () => t('Copied'),
        iconName: 'copy',
        run: () => reply('copy'),
        status,
      }).element,
      new ActionButton({
        name: t('Insert Reply into Editor'),
        doneName: () => t('Inserted'),
        iconName: 'insert',
        run: () => reply('insert'),
        status,
      }).element,
      this.#retry,
    );
    this.#menu = createTurnMenuButton();
    this.#parts = [
      this.#comparedModel,
      this.#markdown.element,
      this.#notes,
      element(
        'div',
        'reply-foot',
        this.#statusLine.element,
        element('div', 'reply-buttons', this.#actions, this.#menu),
      ),
      this.#choice,
      status,
    ];
    this.element = element('article', 'turn', ...this.#parts);
    deps.toggles.trackDetails(turn.id, this.element);
    this.change(turn);
  }

  get turn(): AssistantTurnView {
    return this.#turn;
  }

  /** Whether no turn follows; the reply then offers more. */
  set isLast(isLast: boolean) {
    this.#isLast = isLast;
    this.#updateActions();
    this.#showNotes();
  }

  /** Element whose children are the blocks of the text, or groups of them. */
  get markdownElement(): HTMLElement {
    return this.#markdown.element;
  }

  /** Whether no text that has arrived waits to be drawn. */
  get isDrawn(): boolean {
    return this.#pendingText === '' && this.#markdown.isDrawn;
  }

  get isRunning(): boolean {
    return isUnfinished(this.#turn);
  }

  /** Appends text, which is rendered in the next frame. */
  append(text: string): void {
    this.#turn = { ...this.#turn, text: this.#turn.text + text };
    this.#pendingText += text;
    this.#statusLine.onText();
    this.#renderText.schedule();
  }

  /** Shows the reply in its current state, with all its text. */
  change(turn: AssistantTurnView): void {
    if (turn.text !== this.#turn.text) {
      this.#statusLine.onText();
    }
    this.#turn = turn;
    this.#renderText.cancel();
    this.#pendingText = '';
    this.#markdown.isStreaming = this.isRunning;
    this.#markdown.update(turn.text);
    this.#statusLine.show(turn);
    this.element.ariaBusy = String(this.isRunning);
    this.#updateActions();
    this.#requestWhenEnded();
    this.#requestTarget();
    this.#showNotes();
  }

  /** Unchanged notes keep their nodes, and with these the focus. */
  #showNotes(): void {
    const { id, leftOut } = this.#turn;
    const notice = this.#notice;
    const notes = JSON.stringify([leftOut, notice]);
    if (notes === this.#renderedNotes) {
      return;
    }
    this.#renderedNotes = notes;
    this.#notes.replaceChildren(
      ...(leftOut === undefined ? [] : [element('div', 'left-out', ...visibleNodes(leftOut))]),
      ...(notice === undefined ? [] : [createTurnNotice(this.#deps, id, notice)]),
    );
  }

  /** The notice, with the actions that are possible here: a reply that has text can only be asked for again if it is the last. */
  get #notice(): NoticeView | undefined {
    const { notice, text } = this.#turn;
    const needsLast = (action: TurnAction): boolean =>
      action === 'continue' || (hasText(text) && RETRIES.includes(action));
    return (
      notice && {
        ...notice,
        actions: notice.actions.filter(({ action }) => this.#isLast || !needsLast(action)),
      }
    );
  }

  #renderPending(): void {
    const text = this.#pendingText;
    this.#pendingText = '';
    this.#markdown.append(text);
    this.#requestTarget();
  }

  #updateChoice(): void {
    const { compared, model, text } = this.#turn;
    const isCompared = compared === 'first' || compared === 'second';
    this.element.ariaLabel =
      compared === undefined
        ? t('Assistant')
        : compared === 'earlier'
          ? t('Assistant, earlier reply, {0}, {1}', visibleText(model), timeOf(this.#turn))
          : t('Assistant, reply {0} of 2, {1}', compared === 'first' ? 1 : 2, visibleText(model));
    this.#comparedModel.hidden = !isCompared;
    this.#comparedModel.replaceChildren(...visibleNodes(model));
    this.element.classList.toggle('compared', isCompared);
    this.element.classList.toggle('compared-second', compared === 'second');
    const isEarlier = compared === 'earlier';
    if (isEarlier !== this.element.classList.contains('earlier')) {
      this.element.classList.toggle('earlier', isEarlier);
      this.element.replaceChildren(
        ...(isEarlier ? [createEarlierReply(this.#deps, this.#turn, this.#parts)] : this.#parts),
      );
    }
    const choiceFor = this.isRunning || !hasText(text) ? undefined : compared;
    if (choiceFor !== this.#choiceFor) {
      this.#choiceFor = choiceFor;
      this.#choice.replaceChildren(
        ...(choiceFor === undefined ? [] : [createKeepChoice(this.#deps, this.#turn)]),
      );
    }
  }

  #updateActions(): void {
    const { id: turnId, canContinue = false, notice } = this.#turn;
    const isLast = this.#isLast;
    this.#menu.hidden = this.isRunning;
    this.#actions.hidden = this.isRunning || !hasText(this.#turn.text);
    this.#retry.hidden = !isLast || notice?.actions.some(({ action }) => action === 'retry') === true;
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

  /** Shows the files of code blocks, and makes links of those in the text. */
  showFiles({ blocks, links }: Pick<ReplyFiles, 'blocks' | 'links'>): void {
    this.#find({ ...this.#findings, files: blocks });
    this.#fileLinks.show(links);
  }

  showApplied(block: CodeBlockPlace, applied: AppliedView | undefined): void {
    this.#find(withApplied(this.#findings, block, applied));
  }

  #find(findings: ReplyFindings): void {
    this.#findings = findings;
    this.#markdown.findings = findings;
  }

  /** Of a block in one that is no longer rendered, that one shows it. */
  showCodeBlockStatus(block: CodeBlockPlace, text: string): void {
    const view = this.#codeBlock(block) ?? this.#codeBlock({ blockIndex: block.blockIndex });
    view?.showStatus(text);
  }

  #codeBlock(place: CodeBlockPlace): CodeBlockView | undefined {
    return codeBlocksIn(this.#markdown.element).find(({ ref }) => isSameCodeBlock(ref, place));
  }

  /**
   * Asks the host which files the reply names, also above its code blocks, and which of several code blocks are meant for
   * the lines asked about, once the reply has ended and is laid out: before that, both may be incomplete, and nobody asks
   * for a thousand replies.
   */
  #requestWhenEnded(): void {
    const { id, text } = this.#turn;
    if (this.isRunning || !this.isDrawn || this.#requestedFor === text) {
      return;
    }
    this.#requestedFor = text;
    const blocks = codeBlocksIn(this.#markdown.element);
    const mayNameFiles = blocks.length > 0 || this.#fileLinks.hasCandidates;
    const hasSeveral = blocks.filter(({ ref }) => ref.innerIndex === undefined).length > 1;
    for (const [type, isAsked] of [
      ['findReplyFiles', mayNameFiles],
      ['compareCodeBlocks', hasSeveral],
    ] as const) {
      if (isAsked) {
        whenLaidOut(this.element, () => this.#deps.host.post({ type, turnId: id }));
      }
    }
  }

  /** Asks the host what code blocks can replace, once there is one. The host then posts each change. */
  #requestTarget(): void {
    if (!this.#isTargetRequested && this.#markdown.hasCode) {
      this.#isTargetRequested = true;
      this.#deps.host.post({ type: 'findReplyTarget', turnId: this.#turn.id });
    }
  }

  set target(target: ReplyTarget | undefined) {
    this.#find({ ...this.#findings, target });
  }

  dispose(): void {
    this.#renderText.cancel();
    this.#statusLine.dispose();
  }
}

/** An earlier reply, closed at first so that it takes little room. */
function createEarlierReply(
  { toggles }: ViewDeps,
  turn: AssistantTurnView,
  parts: readonly HTMLElement[],
): HTMLElement {
  const model = element('span', '', ...visibleNodes(turn.model));
  const details = [t('Earlier reply'), model, timeOf(turn)].map((part) => element('span', '', part));
  const earlier = element('details', 'earlier-reply', element('summary', '', ...details), ...parts);
  earlier.open = toggles.get(turn.id, 'earlierReply') ?? false;
  return earlier;
}

function timeOf({ endedAt, startedAt }: AssistantTurnView): string {
  return formatDayOrTime(endedAt ?? startedAt);
}

/** The choice under each of several replies. The first of two compared ones is used until the user chooses. */
function createKeepChoice(deps: ViewDeps, turn: AssistantTurnView): HTMLElement {
  const { id: turnId, compared } = turn;
  const model = visibleText(turn.model);
  const keepButton = button('text-button secondary', t('Keep This Reply'));
  // Starts with the visible label (WCAG 2.5.3).
  keepButton.ariaLabel =
    compared === 'earlier'
      ? t('Keep This Reply, an earlier one, {0}, {1}', model, timeOf(turn))
      : t('Keep This Reply, {0} of 2, {1}', compared === 'first' ? 1 : 2, model);
  const status = statusLine();
  listenForAction(deps, keepButton, turnId, 'keep', status);
  const hint =
    compared === 'first'
      ? [element('span', 'keep-hint', t('The conversation continues with this reply.'))]
      : [];
  return element('div', 'keep', keepButton, ...hint, status);
}
