import type { HistoryRecord, ReplyState } from './record.ts';

/** A record of a reply's text. */
export type TextRecord = Extract<HistoryRecord, { type: 'text' }>;

/** A record of how a reply stands, its first one among them. */
export interface StateRecord {
  w: string;
  n: number;
  state: ReplyState;
}

interface Branch {
  text: string;
  states: StateRecord[];
}

/**
 * The text of a reply put together from its pieces. Pieces say where they belong, so that one that comes twice is taken
 * once. Where two windows went on with the same reply at once, each has its own: nothing of either is lost.
 */
export class ReplyBranches {
  readonly #itself: Branch;
  readonly #others = new Map<string, Branch>();
  /** The number of each writer's last piece. */
  readonly #lastPiece = new Map<string, number>();
  #hasGap = false;

  constructor(states: readonly StateRecord[], text = '') {
    this.#itself = { text, states: [...states] };
  }

  get text(): string {
    return this.#itself.text;
  }

  get states(): readonly StateRecord[] {
    return this.#itself.states;
  }

  /** Whether a piece of the text is missing. */
  get hasGap(): boolean {
    return this.#hasGap;
  }

  /** What others than the first one to go on made of it, by writer. */
  get others(): ReadonlyMap<string, Readonly<Branch>> {
    return this.#others;
  }

  addState(record: StateRecord): void {
    const { states } = this.#of(record.w);
    const last = states.at(-1);
    // What is finished is gone on with by nobody who has seen it.
    if (last?.state.status !== 'finished' || last.w === record.w || record.state.status === 'finished') {
      states.push(record);
    }
  }

  addText({ w, n, offset, text }: Pick<TextRecord, 'w' | 'n' | 'offset' | 'text'>): void {
    const branch = this.#of(w);
    const missing = offset - branch.text.length;
    if (missing > 0) {
      this.#hasGap = true;
      // As long as what it stands for, so that the pieces after it find their place.
      branch.text += '…'.padEnd(missing) + text;
    } else if (missing === 0) {
      // By far the most frequent: the text before is not looked at, so that the time is that of the piece alone.
      branch.text += text;
    } else {
      this.#addOver(branch, { w, offset, text });
    }
    this.#lastPiece.set(w, n);
  }

  /** A piece where some text is already: the same once more, or what somebody else wrote. */
  #addOver(branch: Branch, { w, offset, text }: Pick<TextRecord, 'w' | 'offset' | 'text'>): void {
    const known = branch.text.slice(offset, offset + text.length);
    if (text.startsWith(known)) {
      branch.text += text.slice(known.length);
    } else {
      this.#others.set(w, this.#split(branch, w, branch.text.slice(0, offset) + text));
    }
  }

  #of(writer: string): Branch {
    return this.#others.get(writer) ?? this.#itself;
  }

  /** A branch for a writer alone, with what it said of the reply since the last piece of text that it wrote. */
  #split(from: Branch, writer: string, text: string): Branch {
    const since = this.#lastPiece.get(writer) ?? 0;
    const isOwn = ({ w, n }: StateRecord, index: number): boolean => index > 0 && w === writer && n > since;
    const states = [...from.states.slice(0, 1), ...from.states.filter(isOwn)];
    from.states = from.states.filter((record, index) => !isOwn(record, index));
    return { text, states };
  }
}
