import type { AssistantTurnView, NotSentView, TurnView } from '../../protocol/conversation.ts';
import { button } from '../buttons.ts';
import { moveToCodeBlock } from '../code/codeBlockView.ts';
import { element } from '../dom.ts';
import { FindWidget, listenForFindKeys } from '../find/findWidget.ts';
import { icon } from '../icons.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { Announcer } from './announcer.ts';
import { AutoScroll } from './autoScroll.ts';
import { listenForCopy } from './listenForCopy.ts';
import { formatReplyProgress } from './replyProgress.ts';
import { isUnfinished } from './replyStatusLine.ts';
import type { ReplyView } from './replyView.ts';
import { type ScrollPosition, TurnList } from './turnList.ts';

/** The turns of the conversation, and what a screen reader is told about the one that runs. */
export class ConversationView {
  readonly element: HTMLElement;
  readonly autoScroll: AutoScroll;
  readonly findWidget: FindWidget;
  readonly announcer = new Announcer();
  readonly #deps: ViewDeps;
  readonly #turns: TurnList;
  readonly #log: HTMLElement;
  readonly #newTextBelow: HTMLButtonElement;
  #lastReply: ReplyView | undefined;
  /** The question that came while its reader was elsewhere. */
  #unseenQuestionId: string | undefined;
  /** Whether the reader's own question is brought into view wherever the reader is. */
  scrollsOnSend = false;

  constructor(deps: ViewDeps) {
    const { strings, host } = deps;
    this.#deps = deps;
    this.#turns = new TurnList(deps);
    const turns = this.#turns.element;
    const log = element('div', 'log', turns);
    this.#log = log;
    listenForCopy(this.#turns.element);
    log.role = 'log';
    // What is new in it the announcer says: a screen reader would read it bit by bit, and old turns from the first on.
    log.ariaLive = 'off';
    log.ariaLabel = strings.conversation;
    this.#newTextBelow = button('new-text-below', icon('arrow-down'), strings.newTextBelow);
    this.#newTextBelow.hidden = true;
    this.autoScroll = new AutoScroll(log, turns, (isFollowing) => {
      this.#newTextBelow.hidden ||= isFollowing;
    });
    this.#newTextBelow.addEventListener('click', () => {
      this.#scrollToNewText();
      log.focus();
    });
    this.findWidget = new FindWidget(deps, { turns, log, follow: this.autoScroll });
    listenForFindKeys(this.findWidget, () => !this.isEmpty);
    interceptLinks(log, (href) => host.post({ type: 'openLink', href }));
    this.element = element(
      'div',
      'conversation',
      this.findWidget.element,
      log,
      this.#newTextBelow,
      this.announcer.element,
    );
    this.#updateState();
  }

  get isEmpty(): boolean {
    return this.#turns.isEmpty;
  }

  get isRunning(): boolean {
    return this.#turns.isRunning;
  }

  /** Shows exactly these turns. Those that are there already keep their nodes. */
  show(turns: readonly TurnView[]): void {
    this.#turns.show(turns);
    this.announcer.cancelReplies();
    for (const turn of turns) {
      if (turn.kind === 'assistant' && isUnfinished(turn)) {
        this.#trackSpeech(turn);
      }
    }
    this.#updateState();
  }

  /** Where the reader is; nothing for one at the bottom. */
  get scrollPosition(): ScrollPosition | undefined {
    return this.autoScroll.isFollowing
      ? undefined
      : this.#turns.firstVisible(this.#log.getBoundingClientRect().top);
  }

  /** Goes back to where a reader was before the page was made anew. */
  scrollTo({ turnId, offset }: ScrollPosition): void {
    const turn = this.#turns.elementOf(turnId);
    if (turn !== undefined) {
      const { top } = this.#log.getBoundingClientRect();
      this.autoScroll.scrollTo(this.#log.scrollTop + turn.getBoundingClientRect().top - top + offset);
    }
  }

  /** Marks a text wherever it stands, and goes to where it stands in a turn, or first. */
  findInTurn(text: string, turnId: string | undefined): void {
    const turn = turnId === undefined ? undefined : this.#turns.elementOf(turnId);
    this.findWidget.openWith(text, turn);
  }

  /** A new turn at the end. A reader who is elsewhere stays there, and has the button that leads to it. */
  add(turn: TurnView): void {
    if (!this.#turns.has(turn.id)) {
      this.#turns.add(turn);
      this.#updateState();
    }
    if (turn.kind === 'assistant') {
      this.#trackSpeech(turn);
      this.#announceStatus(turn);
    } else if (this.scrollsOnSend) {
      this.autoScroll.scrollToBottom();
    } else {
      this.#unseenQuestionId = turn.id;
    }
    this.#updateNewTextButton();
  }

  append(turnId: string, text: string): void {
    this.#turns.replyOf(turnId)?.append(text);
    this.announcer.onReplyGrew();
    this.#updateNewTextButton();
  }

  /** @param notSent of its question */
  updateReply(turn: AssistantTurnView, notSent?: NotSentView): void {
    const before = this.#turns.replyOf(turn.id)?.turn;
    this.#turns.updateReply(turn, notSent);
    this.#trackSpeech(turn);
    if (
      before?.status !== turn.status ||
      (turn.wait !== undefined && before.wait?.message !== turn.wait.message)
    ) {
      this.#announceStatus(turn);
      this.#updateState();
    }
    this.#updateNewTextButton();
  }

  /** Moves the keyboard to the code block before or after where it is. */
  moveToCodeBlock(direction: 'next' | 'previous', from: Element | undefined): void {
    moveToCodeBlock(this.#turns.element, direction, from);
  }

  linkFiles(turnId: string, blocks: readonly number[]): void {
    this.#turns.replyOf(turnId)?.linkFiles(blocks);
  }

  #updateNewTextButton(): void {
    this.#newTextBelow.hidden = this.autoScroll.isFollowing;
  }

  /** Goes to the question that came meanwhile, as long as that is further down, and else to the end. */
  #scrollToNewText(): void {
    const question =
      this.#unseenQuestionId === undefined ? undefined : this.#turns.elementOf(this.#unseenQuestionId);
    const { bottom } = this.#log.getBoundingClientRect();
    if (
      this.#unseenQuestionId !== undefined &&
      question &&
      question.getBoundingClientRect().bottom > bottom
    ) {
      this.scrollTo({ turnId: this.#unseenQuestionId, offset: 0 });
    } else {
      this.autoScroll.scrollToBottom();
    }
    this.#unseenQuestionId = undefined;
  }

  /**
   * Says each change of state once, at the end with what was left out, and a wait when it begins; trouble speaks
   * for itself, as an alert.
   */
  #announceStatus(turn: AssistantTurnView): void {
    const { status, wait, leftOut } = turn;
    const { announceWriting, finished, stopped } = this.#deps.strings;
    const texts: Partial<Record<AssistantTurnView['status'], string>> = {
      ...(wait !== undefined && {
        waiting: formatReplyProgress(
          turn,
          { elapsedMs: 0, stalledMs: 0, waitLeftMs: wait.remainingMs },
          this.#deps.strings,
        ).text,
      }),
      streaming: announceWriting,
      finished,
      stopped,
    };
    this.announcer.announce([texts[status], leftOut].filter((text) => text !== undefined).join('. '));
  }

  /** Follows a reply that runs, and ends with it. */
  #trackSpeech(turn: AssistantTurnView): void {
    const markdown = this.#turns.replyOf(turn.id)?.markdownElement;
    if (isUnfinished(turn) && markdown !== undefined) {
      this.announcer.startReply(turn.id, markdown);
      this.announcer.onReplyGrew();
    } else {
      this.announcer.endReply(turn.id);
    }
  }

  #updateState(): void {
    this.#markLast();
    this.element.classList.toggle('empty', this.isEmpty);
    if (this.isEmpty) {
      this.findWidget.close();
    }
    // The arrow keys scroll it; an empty one cannot be seen and is no place for the keyboard.
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
 * Gives clicks on links below `root` to `open` and keeps them from everyone else: VS Code's own page opens the
 * target of any link whose click reaches the document, whatever its scheme.
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
