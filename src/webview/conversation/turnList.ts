import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { AssistantTurnView, NotSentView, TurnView, UserTurnView } from '../../protocol/conversation.ts';
import { formatDayIfChanged } from '../format.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { markNotSent } from './markNotSent.ts';
import { createQuestionView } from './questionView.ts';
import type { FoundBlock, Place } from './readingPlace.ts';
import { isUnfinished } from './replyStatusLine.ts';
import { ReplyView, type ReplyViewOptions } from './replyView.ts';
import { type Exchange, type GroupedTurn, TurnGroups } from './turnGroups.ts';

/** Number of turns rendered immediately: more than fit into any window. */
const INITIAL_TURNS = 16;
/** Minimum idle time for rendering another turn, in ms. */
const MIN_IDLE_MS = 4;
/** What a turn consists of, from top to bottom. A reply has one block for each block of its text. */
const BLOCKS =
  ':is(.markdown, .markdown-part, .question) > :not(.markdown-part, .code *), .notes, .reply-foot, .keep';

/** A turn and, once it is rendered, its parts. A question changes only in whether it is sent, so it has no view. */
interface Entry extends GroupedTurn {
  previous: Entry | undefined;
  reply?: ReplyView;
}

interface TurnListOptions extends ReplyViewOptions {
  /** The scroller that the turns will be in. */
  scroller: Element;
  /** Called when turns that were there before have been rendered. */
  onDidRender(): void;
}

/** Renders the turns: the newest and those near the visible ones immediately, the others when the page is idle. */
export class TurnList {
  readonly #groups = new TurnGroups();
  readonly #deps: ViewDeps;
  readonly #options: TurnListOptions;
  /** By id, in order. */
  #entries = new Map<string, Entry>();
  #last: Entry | undefined;
  #idleWork: number | undefined;
  /** Sees groups come near whose turns are not all rendered. */
  readonly #near: IntersectionObserver;

  constructor(deps: ViewDeps, options: TurnListOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#near = new IntersectionObserver(
      (seen) => {
        const groups = seen.flatMap(({ isIntersecting, target }) => (isIntersecting ? target : []));
        const near = this.#missing.filter(({ group }) => group && groups.includes(group));
        if (near.length > 0) {
          this.#renderMissing(near);
        }
      },
      { root: options.scroller, rootMargin: '100%' },
    );
  }

  get element(): HTMLElement {
    return this.#groups.element;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Whether a reply runs, in this window or another one. */
  get isRunning(): boolean {
    return this.#all.some(({ reply }) => reply?.isRunning);
  }

  /** Whether a reply runs that this window can stop. */
  get canStop(): boolean {
    return this.#all.some(({ reply }) => reply?.isRunning && !reply.turn.isInOtherWindow);
  }

  /** The last turn if it is a reply. */
  get lastReply(): ReplyView | undefined {
    return this.#last?.reply;
  }

  /** Whether all replies are drawn, or those from one on. */
  areDrawnFrom(id: string | undefined): boolean {
    const start = this.#all.findLastIndex(({ turn }) => turn.id === id);
    return this.#all.slice(Math.max(0, start)).every(({ turn }) => this.isDrawn(turn.id));
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Replaces all turns. Turns that were already shown keep their nodes. */
  show(turns: readonly TurnView[]): void {
    const before = this.#entries;
    this.#entries = new Map();
    this.#last = undefined;
    for (const turn of turns) {
      this.#put(turn, before.get(turn.id));
    }
    for (const [id, { reply }] of before) {
      if (!this.has(id)) {
        reply?.dispose();
      }
    }
    // The newest first: what doesn't fit into this frame is drawn later.
    for (const [index, entry] of [...this.#all.entries()].toReversed()) {
      if (entry.element !== undefined) {
        this.#update(entry, entry.element);
      } else if (index >= turns.length - INITIAL_TURNS || isRunning(entry.turn)) {
        this.#render(entry);
      }
    }
    this.#arrange();
  }

  add(turn: TurnView): void {
    this.#render(this.#put(turn));
    this.#arrange();
  }

  /** @param notSent set if the reply's question isn't sent with later ones */
  updateReply(turn: AssistantTurnView, notSent: NotSentView | undefined): void {
    const entry = this.#entries.get(turn.id);
    if (entry === undefined) {
      return;
    }
    entry.turn = turn;
    entry.reply?.change(turn);
    let question = entry.previous;
    while (question?.turn.kind === 'assistant') {
      question = question.previous;
    }
    if (question?.turn.kind === 'user') {
      const { notSent: _, ...rest } = question.turn;
      question.turn = { ...rest, ...omitUndefined({ notSent }) };
      if (question.element !== undefined) {
        markNotSent(this.#deps, question.element, question.turn);
      }
    }
  }

  questionOf(id: string): UserTurnView | undefined {
    const turn = this.turnOf(id);
    return turn?.kind === 'user' ? turn : undefined;
  }

  /** Whether the replies to a question have ended, all without text. */
  isUnanswered(questionId: string): boolean {
    const turns = this.#all.map(({ turn }) => turn);
    const start = turns.findIndex(({ id }) => id === questionId) + 1;
    const end = turns.findIndex(({ kind }, index) => index >= start && kind === 'user');
    return turns
      .slice(start, end === -1 ? undefined : end)
      .every((turn) => turn.kind === 'assistant' && !hasText(turn.text) && !isUnfinished(turn));
  }

  turnOf(id: string): TurnView | undefined {
    const entry = this.#entries.get(id);
    return entry?.reply?.turn ?? entry?.turn;
  }

  /** The view of a reply, if there is one and it is rendered: it always is while it runs. */
  replyOf(id: string): ReplyView | undefined {
    return this.#entries.get(id)?.reply;
  }

  /** The element of a turn. Renders its group first if needed. */
  elementOf(id: string): HTMLElement | undefined {
    const entry = this.#entries.get(id);
    if (entry !== undefined && entry.element === undefined) {
      this.#renderMissing(this.#missing.filter(({ group }) => group === entry.group));
    }
    return entry?.element;
  }

  /** The id of the turn with this element. */
  idOf(turn: HTMLElement): string | undefined {
    return this.#all.find(({ element }) => element === turn)?.turn.id;
  }

  blockOf({ turnId, block }: Place): HTMLElement | undefined {
    const turn = this.elementOf(turnId);
    const found = turn && block !== undefined ? blocksOf(turn)[block] : undefined;
    // The parts below the text have other numbers until it is drawn.
    return found?.closest('.markdown') || this.isDrawn(turnId) ? (found ?? turn) : turn;
  }

  isDrawn(id: string): boolean {
    return this.replyOf(id)?.isDrawn !== false;
  }

  blockAt(top: number): FoundBlock | undefined {
    const turn = this.#groups.firstTurnBelow(top);
    const turnId = turn && this.idOf(turn);
    if (turn === undefined || turnId === undefined) {
      return undefined;
    }
    let parent: Element | null = null;
    let isAbove = false;
    const blocks = blocksOf(turn);
    const block = blocks.findIndex((each) => {
      // Measuring a block would lay out its whole part.
      if (each.parentElement !== parent) {
        parent = each.parentElement;
        isAbove = parent !== null && parent.getBoundingClientRect().bottom <= top;
      }
      return !isAbove && each.getBoundingClientRect().bottom > top;
    });
    return {
      turnId,
      ...omitUndefined({ block: block < 0 ? undefined : block }),
      element: blocks[block] ?? turn,
    };
  }

  exchangeAt(top: number): Exchange | undefined {
    return this.#groups.exchangeAt(top);
  }

  get #all(): Entry[] {
    return [...this.#entries.values()];
  }

  get #missing(): Entry[] {
    return this.#all.filter(({ element }) => element === undefined);
  }

  /** Adds a turn at the end, or changes the entry that it had before. */
  #put(turn: TurnView, entry: Entry = { turn, previous: undefined }): Entry {
    entry.turn = turn;
    entry.previous = this.#last;
    this.#last = entry;
    this.#entries.set(turn.id, entry);
    return entry;
  }

  /** Renders turns among those that are there, the last first, while there is time. */
  #renderMissing(missing: Entry[], hasTime = (): boolean => true): void {
    for (let entry = missing.pop(); entry !== undefined; entry = hasTime() ? missing.pop() : undefined) {
      this.#render(entry);
    }
    this.#arrange();
    this.#options.onDidRender();
  }

  /** Shows the rendered turns in order, and sees to it that the others follow. */
  #arrange(): void {
    this.#groups.arrange(this.#all);
    this.#near.disconnect();
    const missing = this.#missing;
    for (const group of new Set(missing.map((entry) => entry.group))) {
      if (group !== undefined) {
        this.#near.observe(group);
      }
    }
    if (missing.length > 0) {
      this.#idleWork ??= requestIdleCallback((idle) => {
        this.#idleWork = undefined;
        this.#renderMissing(this.#missing, () => idle.timeRemaining() > MIN_IDLE_MS);
      });
    }
  }

  #render(entry: Entry): void {
    const { turn } = entry;
    if (turn.kind === 'user') {
      entry.element = createQuestionView(this.#deps, turn);
    } else {
      entry.reply = new ReplyView(this.#deps, turn, this.#options);
      entry.element = entry.reply.element;
    }
    this.#update(entry, entry.element);
  }

  #update({ turn, previous, reply }: Entry, turnElement: HTMLElement): void {
    // The day is shown above a question if the previous turn is from another one.
    const day =
      turn.kind === 'user' && previous !== undefined
        ? formatDayIfChanged(turn.at, timeOf(previous.turn))
        : undefined;
    if (day === undefined) {
      delete turnElement.dataset['day'];
    } else {
      turnElement.dataset['day'] = day;
    }
    if (turn.kind === 'assistant' && !isSameTurn(reply?.turn, turn)) {
      reply?.change(turn);
    }
    markNotSent(this.#deps, turnElement, turn);
  }
}

function blocksOf(turn: HTMLElement): HTMLElement[] {
  return [...turn.querySelectorAll<HTMLElement>(BLOCKS)];
}

function isRunning(turn: TurnView): boolean {
  return turn.kind === 'assistant' && isUnfinished(turn);
}

/** In ms since 1970. */
function timeOf(turn: TurnView): number {
  return turn.kind === 'user' ? turn.at : (turn.endedAt ?? turn.startedAt);
}

/** The host sends all turns again when one changed. Unchanged ones need no update. */
function isSameTurn(one: TurnView | undefined, other: TurnView): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
