import { omitUndefined } from '../../base/omitUndefined.ts';
import type { AssistantTurnView, NotSentView, TurnView, UserTurnView } from '../../protocol/conversation.ts';
import { formatDayIfChanged } from '../format.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { markNotSent } from './markNotSent.ts';
import { createQuestionView } from './questionView.ts';
import { isUnfinished } from './replyStatusLine.ts';
import { ReplyView } from './replyView.ts';
import { type Exchange, TurnGroups } from './turnGroups.ts';

/** Number of turns rendered immediately: more than fit into any window. Older ones follow when the page is idle. */
const INITIAL_TURNS = 16;

/** The first visible turn, and how much of it is above the visible area, in px. */
export interface ScrollPosition {
  turnId: string;
  offset: number;
}

/** Rendered parts of a turn. A question changes only in whether it is sent, so only a reply has a view. */
interface RenderedTurn {
  element: HTMLElement;
  reply?: ReplyView;
}

/** Renders the turns: the newest immediately, older ones above them when the page is idle. */
export class TurnList {
  readonly #groups = new TurnGroups();
  readonly #deps: ViewDeps;
  readonly #rendered = new Map<string, RenderedTurn>();
  readonly #renderOlder = new IdleTask(
    () => this.#renderNext(),
    (work) => this.#keepInPlace(work),
  );
  #turns: TurnView[] = [];
  /** The first visible turn, its top in the viewport and the scroll position, in px, after older turns were inserted. */
  #place: { turn: HTMLElement; top: number; scrollTop: number } | undefined;
  /** Number of turns at the beginning that may not be rendered yet. */
  #unrenderedCount = 0;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  get element(): HTMLElement {
    return this.#groups.element;
  }

  get turns(): readonly TurnView[] {
    return this.#turns;
  }

  get isEmpty(): boolean {
    return this.#turns.length === 0;
  }

  /** Whether a reply runs that this window can stop. */
  get isRunning(): boolean {
    return [...this.#rendered.values()].some(({ reply }) => reply?.isRunning && !reply.turn.isInOtherWindow);
  }

  /** The last turn if it is a reply. */
  get lastReply(): ReplyView | undefined {
    const last = this.#turns.at(-1);
    return last && this.#rendered.get(last.id)?.reply;
  }

  has(id: string): boolean {
    return this.#rendered.has(id);
  }

  /** Replaces all turns. Turns that were already shown keep their nodes. */
  show(turns: readonly TurnView[]): void {
    const ids = new Set(turns.map(({ id }) => id));
    for (const [id, rendered] of this.#rendered) {
      if (!ids.has(id)) {
        rendered.reply?.dispose();
        this.#groups.remove(rendered.element);
        this.#rendered.delete(id);
      }
    }
    this.#turns = [...turns];
    this.#unrenderedCount = Math.max(0, turns.length - INITIAL_TURNS);
    let next: HTMLElement | undefined;
    for (const [index, turn] of [...turns.entries()].reverse()) {
      const rendered =
        this.#rendered.get(turn.id) ?? (index >= this.#unrenderedCount ? this.#render(turn) : undefined);
      if (rendered !== undefined) {
        this.#updateDay(rendered, turn, turns[index - 1]);
        if (turn.kind === 'assistant' && !isSameTurn(rendered.reply?.turn, turn)) {
          rendered.reply?.change(turn);
        }
        markNotSent(this.#deps, rendered.element, turn);
        this.#groups.insertBefore(rendered.element, next);
        next = rendered.element;
      }
    }
    this.#renderOlder.start();
  }

  add(turn: TurnView): void {
    const before = this.#turns.at(-1);
    this.#turns.push(turn);
    const rendered = this.#render(turn);
    this.#updateDay(rendered, turn, before);
    this.#groups.insertBefore(rendered.element, undefined);
  }

  /** @param notSent set if the reply's question isn't sent with later ones */
  updateReply(turn: AssistantTurnView, notSent: NotSentView | undefined): void {
    this.replyOf(turn.id)?.change(turn);
    const replyIndex = this.#turns.findIndex(({ id }) => id === turn.id);
    if (replyIndex === -1) {
      return;
    }
    this.#turns[replyIndex] = turn;
    const questionIndex = this.#turns.findLastIndex(
      ({ kind }, index) => kind === 'user' && index < replyIndex,
    );
    const question = this.#turns[questionIndex];
    if (question?.kind === 'user') {
      const { notSent: _, ...rest } = question;
      const updated = { ...rest, ...omitUndefined({ notSent }) };
      this.#turns[questionIndex] = updated;
      const rendered = this.#rendered.get(updated.id);
      if (rendered !== undefined) {
        markNotSent(this.#deps, rendered.element, updated);
      }
    }
  }

  /** The element of a turn, laid out. Renders it and all later turns first if needed. */
  elementOf(id: string): HTMLElement | undefined {
    const element = this.#ensureRendered(id)?.element;
    if (element !== undefined) {
      this.#groups.forceLayout(element);
    }
    return element;
  }

  questionOf(id: string): UserTurnView | undefined {
    const turn = this.#turns.find((each) => each.id === id);
    return turn?.kind === 'user' ? turn : undefined;
  }

  /** Whether the replies to a question have ended, all without text. */
  isUnanswered(questionId: string): boolean {
    const start = this.#turns.findIndex(({ id }) => id === questionId) + 1;
    const end = this.#turns.findIndex(({ kind }, index) => index >= start && kind === 'user');
    return this.#turns
      .slice(start, end === -1 ? undefined : end)
      .every((turn) => turn.kind === 'assistant' && turn.text === '' && !isUnfinished(turn));
  }

  replyOf(id: string): ReplyView | undefined {
    return this.#ensureRendered(id)?.reply;
  }

  /**
   * The scroll position of the first visible turn.
   * @param top top of the visible area, in px of the viewport
   */
  firstVisible(top: number): ScrollPosition | undefined {
    const element = this.#groups.firstTurnBelow(top);
    const turn = this.#turns.find(({ id }) => this.#rendered.get(id)?.element === element);
    return element && turn && { turnId: turn.id, offset: top - element.getBoundingClientRect().top };
  }

  exchangeAt(top: number): Exchange | undefined {
    return this.#groups.exchangeAt(top);
  }

  forceLayout(turn: HTMLElement): void {
    this.#groups.forceLayout(turn);
  }

  /**
   * Keeps the visible turns where they are while `work` inserts others above them. Chromium's own scroll anchoring
   * sometimes misses that in a scroller with `scroll-padding`.
   */
  #keepInPlace(work: () => void): void {
    const log = this.element.parentElement;
    const turn = log && this.#groups.firstTurnBelow(log.getBoundingClientRect().top);
    if (!log || !turn) {
      work();
      return;
    }
    const { turn: lastTurn, top: lastTop, scrollTop } = this.#place ?? {};
    // Scroll positions are whole pixels: unless the user has scrolled, the place is still that from before the last work.
    const isSame = turn === lastTurn && log.scrollTop === scrollTop;
    const top = isSame && lastTop !== undefined ? lastTop : turn.getBoundingClientRect().top;
    work();
    log.scrollTop += turn.getBoundingClientRect().top - top;
    this.#place = { turn, top, scrollTop: log.scrollTop };
  }

  #ensureRendered(id: string): RenderedTurn | undefined {
    while (!this.#rendered.has(id) && this.#renderNext()) {}
    return this.#rendered.get(id);
  }

  /** Renders the newest turn that isn't rendered. Returns false if there is none. */
  #renderNext(): boolean {
    if (this.#unrenderedCount === 0) {
      return false;
    }
    this.#unrenderedCount -= 1;
    const turn = this.#turns[this.#unrenderedCount];
    const next = this.#turns[this.#unrenderedCount + 1];
    if (turn !== undefined && !this.#rendered.has(turn.id)) {
      const nextRendered = next === undefined ? undefined : this.#rendered.get(next.id);
      const rendered = this.#render(turn);
      this.#updateDay(rendered, turn, this.#turns[this.#unrenderedCount - 1]);
      this.#groups.insertBefore(rendered.element, nextRendered?.element);
    }
    return true;
  }

  /** Shows the day above a question if the previous turn is from another day. */
  #updateDay({ element }: RenderedTurn, turn: TurnView, before: TurnView | undefined): void {
    const day =
      turn.kind === 'user' && before !== undefined ? formatDayIfChanged(turn.at, timeOf(before)) : undefined;
    if (day === undefined) {
      delete element.dataset['day'];
    } else {
      element.dataset['day'] = day;
    }
  }

  #render(turn: TurnView): RenderedTurn {
    const rendered = this.#create(turn);
    markNotSent(this.#deps, rendered.element, turn);
    this.#rendered.set(turn.id, rendered);
    return rendered;
  }

  #create(turn: TurnView): RenderedTurn {
    if (turn.kind === 'user') {
      return { element: createQuestionView(this.#deps, turn) };
    }
    const reply = new ReplyView(this.#deps, turn);
    return { element: reply.element, reply };
  }
}

/** In ms since 1970. */
function timeOf(turn: TurnView): number {
  return turn.kind === 'user' ? turn.at : (turn.endedAt ?? turn.startedAt);
}

/** The host sends all turns again when one changed. Unchanged ones need no update. */
function isSameTurn(one: TurnView | undefined, other: TurnView): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Minimum idle time for another step, in ms. */
const MIN_IDLE_MS = 4;

/** Runs work in small steps while the page is idle. */
class IdleTask {
  readonly #step: () => boolean;
  readonly #around: (steps: () => void) => void;
  #waiting: number | undefined;

  /**
   * @param step does one step; returns false if nothing was left to do
   * @param around runs several steps
   */
  constructor(step: () => boolean, around: (steps: () => void) => void) {
    this.#step = step;
    this.#around = around;
  }

  start(): void {
    this.#waiting ??= requestIdleCallback((idle) => this.#run(idle));
  }

  #run(idle: IdleDeadline): void {
    this.#waiting = undefined;
    let hasMore = true;
    this.#around(() => {
      do {
        hasMore = this.#step();
      } while (hasMore && idle.timeRemaining() > MIN_IDLE_MS);
    });
    if (hasMore) {
      this.start();
    }
  }
}
