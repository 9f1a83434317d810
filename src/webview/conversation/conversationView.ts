import type { AssistantTurnView, NotSentView, TurnView } from '../../protocol/conversation.ts';
import type { PanelState, ReplyTarget } from '../../protocol/toPanel.ts';
import { button, setButtonName } from '../buttons.ts';
import { codeBlocksIn, moveToCodeBlock } from '../code/codeBlockView.ts';
import { element } from '../dom.ts';
import { FindWidget, listenForFindKeys } from '../find/findWidget.ts';
import { textOf } from '../host.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';
import type { MessageHandlers, Room } from '../rooms.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { Announcer } from './announcer.ts';
import { listenForCopy } from './listenForCopy.ts';
import { QuestionEditor } from './questionEditor.ts';
import { ReadingPlace } from './readingPlace.ts';
import { formatReplyProgress } from './replyProgress.ts';
import { isUnfinished } from './replyStatusLine.ts';
import type { ReplyView } from './replyView.ts';
import { StickyQuestion } from './stickyQuestion.ts';
import { TurnList } from './turnList.ts';

/** The turns of the conversation, find, and announcements for screen readers. */
export class ConversationView implements Room {
  readonly messages = {
    turns: ({ turns }) => this.#show(turns),
    turnAdded: ({ turn }) => {
      this.#add(turn, this.#deps.ui.hasWaitingQuestion());
      this.#deps.ui.saveViewState();
    },
    replyText: ({ turnId, text }) => this.#append(turnId, text),
    replyChanged: ({ turn, notSent }) => this.#updateReply(turn, notSent),
    replyFiles: (files) => this.#turns.replyOf(files.turnId)?.showFiles(files),
    replyTarget: ({ turnId, target }) => this.#showReplyTarget(turnId, target),
    codeBlockApplied: ({ turnId, applied, ...block }) =>
      this.#turns.replyOf(turnId)?.showApplied(block, applied),
    codeBlockStatus: ({ turnId, text, ...block }) =>
      this.#turns.replyOf(turnId)?.showCodeBlockStatus(block, text),
    editQuestion: ({ turnId }) => {
      this.#deps.ui.showChat();
      this.place.hold();
      this.questionEditor.open(turnId);
    },
    showTurn: ({ turnId }) => this.place.show({ turnId, offset: 0 }),
    find: () => {
      this.#deps.ui.showChat();
      if (!this.isEmpty) {
        this.findWidget.open();
      }
    },
  } satisfies Partial<MessageHandlers>;
  readonly element: HTMLElement;
  readonly place: ReadingPlace;
  readonly findWidget: FindWidget;
  readonly announcer = new Announcer();
  readonly questionEditor: QuestionEditor;
  readonly #deps: ViewDeps;
  readonly #turns: TurnList;
  readonly #log: HTMLElement;
  readonly #scrollToEnd = button('scroll-to-end', icon('chevron-down'));
  #lastReply: ReplyView | undefined;
  /** Whether text has arrived below the visible part. */
  #hasNewText = false;
  /** What to do in the turns once the replies that it needs are drawn. */
  #waiting: { isDrawn: () => boolean; run: () => void } | undefined;
  /** Last question that was added without scrolling to it. */
  #unseenQuestionId: string | undefined;
  /** Whether a new question always scrolls into view. */
  scrollsOnSend = true;

  constructor(deps: ViewDeps) {
    const { host, ui } = deps;
    this.#deps = deps;
    const log = element('div', 'log');
    this.#log = log;
    this.#turns = new TurnList(deps, {
      scroller: log,
      onDidRender: () => {
        this.place.restore();
        this.questionEditor.onTurnsChanged();
      },
      onWillGrow: () => this.place.settle(),
      onDidDraw: (turnId) => this.#onDidDraw(turnId),
    });
    this.questionEditor = new QuestionEditor(deps, this.#turns);
    const turns = this.#turns.element;
    log.append(turns);
    listenForCopy(turns);
    log.role = 'log';
    // The announcer reads new text instead: a live region would be read in fragments, and with all old turns.
    log.ariaLive = 'off';
    log.ariaLabel = t('Conversation');
    this.#scrollToEnd.hidden = true;
    this.place = new ReadingPlace(log, this.#turns, (isFollowing) => this.#onFollowing(isFollowing));
    this.#scrollToEnd.addEventListener('click', () => {
      this.#scrollToNewText();
      log.focus({ preventScroll: true });
    });
    this.findWidget = new FindWidget({
      turns,
      log,
      place: this.place,
      focusDefault: ui.focusComposer,
      composition: deps.composition,
    });
    listenForFindKeys(this.findWidget, () => !this.isEmpty);
    const stickyQuestion = new StickyQuestion({
      log,
      turns,
      exchangeAt: (top) => this.#turns.exchangeAt(top),
      reveal: (question) => this.#reveal(question),
      scrollTo: (top) => this.place.scrollTo(top),
    });
    interceptLinks(log, (href) => {
      void host.request({ type: 'openLink', href }).then((result) => ui.showStatus(textOf(result)));
    });
    this.element = element(
      'div',
      'conversation',
      this.findWidget.element,
      log,
      stickyQuestion.element,
      this.#scrollToEnd,
    );
    this.#updateState();
  }

  get isEmpty(): boolean {
    return this.#turns.isEmpty;
  }

  get isRunning(): boolean {
    return this.#turns.isRunning;
  }

  get canStop(): boolean {
    return this.#turns.canStop;
  }

  /** Whether the last turn is a reply that has failed, which its notice says. */
  get isLastFailed(): boolean {
    return this.#turns.lastReply?.turn.status === 'failed';
  }

  showConversation({ turns, edits }: PanelState, isOther: boolean): void {
    if (isOther) {
      this.questionEditor.switchConversation(edits);
      this.announcer.clear();
      this.#waiting = undefined;
    }
    this.#show(turns);
  }

  /** Replaces all turns. Turns that were already shown keep their nodes. */
  #show(turns: readonly TurnView[]): void {
    const before = new Map(turns.map(({ id }) => [id, this.#turns.turnOf(id)]));
    if (!this.isRunning && turns.every(({ id }) => this.#turns.has(id))) {
      // Nothing was added: the user has chosen, changed or removed something.
      this.place.hold();
    }
    this.#turns.show(turns);
    this.questionEditor.onConversationShown();
    for (const turn of turns) {
      const known = before.get(turn.id);
      if (turn.kind === 'assistant' && (isUnfinished(turn) || known !== undefined)) {
        this.#announceChange(turn, known?.kind === 'assistant' ? known : turn);
      }
    }
    this.#updateState();
    // While turns were removed and not all drawn, the browser may have scrolled.
    this.place.restore();
  }

  #reveal(question: HTMLElement): void {
    const turnId = this.#turns.idOf(question);
    if (turnId !== undefined) {
      this.place.show({ turnId, offset: 0 });
    }
    this.#log.focus({ preventScroll: true });
  }

  /** Highlights all matches of a text, and scrolls to the first one in or after the turn, or to the first of all. */
  findInTurn(text: string, turnId: string | undefined): void {
    const turn = turnId === undefined ? undefined : this.#turns.elementOf(turnId);
    this.#runWhen(
      () => turnId === undefined || this.#turns.isDrawn(turnId),
      () => this.findWidget.openWith(text, turn),
    );
  }

  /** Runs the last of these requests: at once if the replies that it needs are drawn, or else then. */
  #runWhen(isDrawn: () => boolean, run: () => void): void {
    this.#waiting = { isDrawn, run };
    this.#runWaiting();
  }

  #runWaiting(): void {
    const waiting = this.#waiting;
    if (waiting?.isDrawn()) {
      this.#waiting = undefined;
      waiting.run();
    }
  }

  /** A reply that took more than one frame is drawn. */
  #onDidDraw(turnId: string): void {
    const turn = this.#turns.turnOf(turnId);
    if (turn?.kind === 'assistant') {
      this.#trackSpeech(turn);
    }
    this.#runWaiting();
  }

  /**
   * Adds a turn at the end, and scrolls to a question unless the user has scrolled up and doesn't want that.
   * @param isSentByItself whether a question was queued: the user may be reading by the time that it is sent
   */
  #add(turn: TurnView, isSentByItself: boolean): void {
    this.place.settle();
    if (!this.#turns.has(turn.id)) {
      this.#turns.add(turn);
      this.questionEditor.onTurnsChanged();
      this.#updateState();
    }
    if (turn.kind === 'assistant') {
      this.#trackSpeech(turn);
      this.#announceStatus(turn);
    } else if (this.scrollsOnSend && !isSentByItself) {
      this.place.show(undefined);
    } else {
      this.#unseenQuestionId = turn.id;
    }
    this.#onNewText();
  }

  #append(turnId: string, text: string): void {
    this.#turns.replyOf(turnId)?.append(text);
    this.announcer.onReplyGrew();
    this.#onNewText();
  }

  /** @param notSent set if the reply's question isn't sent with later ones */
  #updateReply(turn: AssistantTurnView, notSent?: NotSentView): void {
    const before = this.#turns.turnOf(turn.id);
    if (before?.kind !== 'assistant') {
      return;
    }
    this.place.settle();
    this.#turns.updateReply(turn, notSent);
    if (this.#announceChange(turn, before)) {
      this.questionEditor.onTurnsChanged();
      this.#updateState();
    }
    if (before.status !== turn.status || before.text !== turn.text) {
      this.#onNewText();
    }
  }

  moveToCodeBlock(direction: 'next' | 'previous', from: Element | undefined): void {
    this.#runWhen(
      () => this.#turns.areDrawnFrom(codeBlocksIn(this.#turns.element).at(-1)?.ref.turnId),
      () => moveToCodeBlock(this.#turns.element, direction, from),
    );
  }

  /** Shows what the code blocks of a reply can replace. */
  #showReplyTarget(turnId: string, target: ReplyTarget | undefined): void {
    const reply = this.#turns.replyOf(turnId);
    if (reply !== undefined) {
      reply.target = target;
    }
  }

  #onFollowing(isFollowing: boolean): void {
    if (isFollowing && document.activeElement === this.#scrollToEnd) {
      this.#log.focus({ preventScroll: true });
    }
    this.#scrollToEnd.hidden = isFollowing;
    this.#showScrollToEnd(false);
  }

  #onNewText(): void {
    if (!this.place.isFollowing && !this.#hasNewText) {
      this.#showScrollToEnd(true);
    }
  }

  #showScrollToEnd(hasNewText: boolean): void {
    this.#hasNewText = hasNewText;
    setButtonName(this.#scrollToEnd, hasNewText ? t('New Text Below') : t('Scroll to End'));
    this.#scrollToEnd.classList.toggle('new-text', hasNewText);
    this.#scrollToEnd.replaceChildren(icon('chevron-down'), ...(hasNewText ? [t('New Text Below')] : []));
  }

  /** Scrolls to the unseen question if it is further down, else to the end. */
  #scrollToNewText(): void {
    const question =
      this.#unseenQuestionId === undefined ? undefined : this.#turns.elementOf(this.#unseenQuestionId);
    const { bottom } = this.#log.getBoundingClientRect();
    if (
      this.#unseenQuestionId !== undefined &&
      question &&
      question.getBoundingClientRect().bottom > bottom
    ) {
      this.place.show({ turnId: this.#unseenQuestionId, offset: 0 });
    } else {
      this.place.show(undefined);
    }
    this.#unseenQuestionId = undefined;
  }

  /** Announces what is new in a reply. @returns whether its status has changed */
  #announceChange(turn: AssistantTurnView, before: AssistantTurnView | undefined): boolean {
    this.#trackSpeech(turn);
    const hasChanged =
      before?.status !== turn.status ||
      (turn.wait !== undefined && before.wait?.message !== turn.wait.message);
    if (hasChanged) {
      this.#announceStatus(turn);
    }
    return hasChanged;
  }

  /** Announces each change of state once: a wait when it starts, and a failure or what was left out at the end. */
  #announceStatus(turn: AssistantTurnView): void {
    const { status, wait, leftOut, notice } = turn;
    const hasFailed = notice !== undefined && !isUnfinished(turn) && status !== 'stopped';
    const texts: Partial<Record<AssistantTurnView['status'], string>> = {
      ...(wait !== undefined && {
        waiting: formatReplyProgress(turn, { elapsedMs: 0, stalledMs: 0, waitLeftMs: wait.remainingMs }).text,
      }),
      streaming: t('Assistant is writing'),
      finished: t('Reply finished'),
      stopped: t('Stopped'),
    };
    this.announcer.announce([texts[status], leftOut].filter((text) => text !== undefined).join('. '));
    if (hasFailed) {
      this.announcer.alert([notice.message, notice.detail ?? ''].filter((text) => text !== '').join('\n'));
    }
  }

  /** Starts reading out a running reply, or reads out the rest of one that has ended. */
  #trackSpeech(turn: AssistantTurnView): void {
    if (!isUnfinished(turn)) {
      if (this.#turns.isDrawn(turn.id)) {
        this.announcer.endReply(turn.id);
      }
      return;
    }
    const markdown = this.#turns.replyOf(turn.id)?.markdownElement;
    if (markdown !== undefined) {
      this.announcer.startReply(turn.id, markdown);
      this.announcer.onReplyGrew();
    }
  }

  #updateState(): void {
    this.#markLast();
    this.element.classList.toggle('empty', this.isEmpty);
    if (this.isEmpty) {
      this.findWidget.close();
    }
    // Focusable, so that the arrow keys scroll it, unless it is empty and invisible.
    this.#log.tabIndex = this.isEmpty ? -1 : 0;
  }

  #markLast(): void {
    const reply = this.#turns.lastReply;
    if (reply !== this.#lastReply) {
      for (const [view, isLast] of [
        [this.#lastReply, false],
        [reply, true],
      ] as const) {
        if (view !== undefined) {
          view.isLast = isLast;
        }
      }
      this.#lastReply = reply;
    }
  }
}

/**
 * Handles clicks on links in `root` and stops them: VS Code's webview page opens the target of any link whose click
 * reaches the document, whatever its scheme.
 */
function interceptLinks(root: HTMLElement, open: (href: string) => void): void {
  const intercept = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link !== null) {
      event.preventDefault();
      event.stopPropagation();
      if (event.type === 'click') {
        open(link.href);
      }
    }
  };
  root.addEventListener('click', intercept);
  root.addEventListener('auxclick', intercept);
}
