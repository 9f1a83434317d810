import type { AssistantTurnView, NotSentView, TurnView } from '../../protocol/conversation.ts';
import { button } from '../buttons.ts';
import { moveToCodeBlock } from '../code/codeBlockView.ts';
import { element } from '../dom.ts';
import { FindWidget, listenForFindKeys } from '../find/findWidget.ts';
import { icon } from '../icons.ts';
import type { ViewContext } from '../viewContext.ts';
import { Announcer } from './announcer.ts';
import { listenForCopy } from './copySelection.ts';
import { DrawnTurns, type TurnPlace } from './drawnTurns.ts';
import { FollowScroll } from './followScroll.ts';
import { isUnfinished } from './replyMeta.ts';
import type { ReplyView } from './replyView.ts';
import { runningLine } from './runningLine.ts';

/** The turns of the conversation, and what a screen reader is told about the one that runs. */
export class ConversationView {
  readonly element: HTMLElement;
  readonly follow: FollowScroll;
  readonly find: FindWidget;
  readonly announcer = new Announcer();
  readonly #context: ViewContext;
  readonly #turns: DrawnTurns;
  readonly #log: HTMLElement;
  readonly #newTextBelow: HTMLButtonElement;
  #lastReply: ReplyView | undefined;
  /** The question that came while its reader was elsewhere. */
  #unseen: string | undefined;
  /** Whether the reader's own question is brought into view wherever the reader is. */
  scrollsOnSend = false;

  constructor(context: ViewContext) {
    const { strings, host } = context;
    this.#context = context;
    this.#turns = new DrawnTurns(context);
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
    this.follow = new FollowScroll(log, turns, (isFollowing) => {
      this.#newTextBelow.hidden ||= isFollowing;
    });
    this.#newTextBelow.addEventListener('click', () => {
      this.#goToNews();
      log.focus();
    });
    this.find = new FindWidget(context, { turns, log, follow: this.follow });
    listenForFindKeys(this.find, () => !this.isEmpty);
    interceptLinks(log, (href) => host.post({ type: 'openLink', href }));
    this.element = element(
      'div',
      'conversation',
      this.find.element,
      log,
      this.#newTextBelow,
      this.announcer.element,
    );
    this.#showState();
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
    this.announcer.forget();
    for (const turn of turns) {
      if (turn.kind === 'assistant' && isUnfinished(turn)) {
        this.#followSpeech(turn);
      }
    }
    this.#showState();
  }

  /** Where the reader is; nothing for one at the bottom. */
  get place(): TurnPlace | undefined {
    return this.follow.isFollowing ? undefined : this.#turns.firstSeen(this.#log.getBoundingClientRect().top);
  }

  /** Goes back to where a reader was before the page was made anew. */
  goTo({ turnId, offset }: TurnPlace): void {
    const turn = this.#turns.find(turnId);
    if (turn !== undefined) {
      const { top } = this.#log.getBoundingClientRect();
      this.follow.goTo(this.#log.scrollTop + turn.getBoundingClientRect().top - top + offset);
    }
  }

  /** Marks a text wherever it stands, and goes to where it stands in a turn, or first. */
  findAt(text: string, turnId: string | undefined): void {
    const turn = turnId === undefined ? undefined : this.#turns.find(turnId);
    this.find.openWith(text, turn);
  }

  /** A new turn at the end. A reader who is elsewhere stays there, and has the button that leads to it. */
  add(turn: TurnView): void {
    if (!this.#turns.has(turn.id)) {
      this.#turns.add(turn);
      this.#showState();
    }
    if (turn.kind === 'assistant') {
      this.#followSpeech(turn);
      this.#announce(turn);
    } else if (this.scrollsOnSend) {
      this.follow.toBottom();
    } else {
      this.#unseen = turn.id;
    }
    this.#grew();
  }

  append(turnId: string, text: string): void {
    this.#turns.reply(turnId)?.append(text);
    this.announcer.grew();
    this.#grew();
  }

  /** @param notSent of its question */
  change(turn: AssistantTurnView, notSent?: NotSentView): void {
    const before = this.#turns.reply(turn.id)?.turn;
    this.#turns.change(turn, notSent);
    this.#followSpeech(turn);
    if (
      before?.status !== turn.status ||
      (turn.wait !== undefined && before.wait?.message !== turn.wait.message)
    ) {
      this.#announce(turn);
      this.#showState();
    }
    this.#grew();
  }

  /** Moves the keyboard to the code block before or after where it is. */
  moveToCodeBlock(direction: 'next' | 'previous', from: Element | undefined): void {
    moveToCodeBlock(this.#turns.element, direction, from);
  }

  linkFiles(turnId: string, blocks: readonly number[]): void {
    this.#turns.reply(turnId)?.linkFiles(blocks);
  }

  #grew(): void {
    this.#newTextBelow.hidden = this.follow.isFollowing;
  }

  /** Goes to the question that came meanwhile, as long as that is further down, and else to the end. */
  #goToNews(): void {
    const question = this.#unseen === undefined ? undefined : this.#turns.find(this.#unseen);
    const { bottom } = this.#log.getBoundingClientRect();
    if (this.#unseen !== undefined && question && question.getBoundingClientRect().bottom > bottom) {
      this.goTo({ turnId: this.#unseen, offset: 0 });
    } else {
      this.follow.toBottom();
    }
    this.#unseen = undefined;
  }

  /**
   * Says each change of state once, at the end with what was left out, and a wait when it begins; trouble speaks
   * for itself, as an alert.
   */
  #announce(turn: AssistantTurnView): void {
    const { status, wait, leftOut } = turn;
    const { announceWriting, finished, stopped } = this.#context.strings;
    const texts: Partial<Record<AssistantTurnView['status'], string>> = {
      ...(wait !== undefined && {
        waiting: runningLine(turn, { passed: 0, pause: 0, left: wait.ms }, this.#context.strings).text,
      }),
      streaming: announceWriting,
      finished,
      stopped,
    };
    this.announcer.say([texts[status], leftOut].filter((text) => text !== undefined).join('. '));
  }

  /** Follows a reply that runs, and ends with it. */
  #followSpeech(turn: AssistantTurnView): void {
    const markdown = this.#turns.reply(turn.id)?.text;
    if (isUnfinished(turn) && markdown !== undefined) {
      this.announcer.begin(turn.id, markdown);
      this.announcer.grew();
    } else {
      this.announcer.end(turn.id);
    }
  }

  #showState(): void {
    this.#markLast();
    this.element.classList.toggle('empty', this.isEmpty);
    if (this.isEmpty) {
      this.find.close();
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
