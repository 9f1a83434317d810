import type { AssistantTurn } from '../../conversation/conversation.ts';
import type { Gap, MergedRecords } from './mergeRecords.ts';
import type { HistoryRecord, ReplyState } from './record.ts';

type BeginRecord = Extract<HistoryRecord, { type: 'reply' }>;
type PartRecord = TextRecord | Extract<HistoryRecord, { type: 'state' }>;

/** What is said of replies, by the id of the reply. */
export interface ReplyRecords {
  begins: Map<string, BeginRecord>;
  parts: Map<string, PartRecord[]>;
}

/** A reply as its records tell it. */
export interface FoldedReply {
  turn: AssistantTurn;
  /** The reply that two windows went on with at once, where this is what the second made of it. */
  branchOf?: string;
  /** Whether its beginning is missing, and with it its place. */
  isStartMissing: boolean;
  /** Whether it did not come to its end. */
  isUnfinished: boolean;
  isDamaged: boolean;
}

/** Makes the replies of a conversation, by their ids. */
export function foldReplies(
  { begins, parts }: ReplyRecords,
  gaps: MergedRecords['gaps'],
): Map<string, FoldedReply> {
  const folded = new Map<string, FoldedReply>();
  const add = (
    id: string,
    first: readonly StateRecord[],
    from?: { text: string; branchOf: string },
  ): void => {
    const own = parts.get(id) ?? [];
    const branches = new ReplyBranches(first, from?.text);
    for (const part of own) {
      if (part.type === 'text') {
        branches.addText(part);
      } else {
        branches.addState(part);
      }
    }
    const isStartMissing = from === undefined && !begins.has(id);
    const { text, hasGap, states, others } = branches;
    // Of some there is but text.
    const state = states.at(-1)?.state ?? {
      model: '',
      status: 'interrupted' as const,
      startedAt: own[0]?.at ?? 0,
    };
    const isOpen = isUnfinished(state);
    folded.set(id, {
      turn: { kind: 'assistant', id, ...state, text, status: isOpen ? 'interrupted' : state.status },
      ...(from && { branchOf: from.branchOf }),
      isStartMissing,
      isUnfinished: isOpen,
      isDamaged: isStartMissing || hasGap || isPartMissing(begins.get(id), own, gaps),
    });
    for (const [writer, branch] of others) {
      const beside = branch.states.map((one) => ({ ...one, state: { alternativeTo: id, ...one.state } }));
      // Everyone gives it the same id, and what is said of it later finds it.
      add(`${id}~${writer}`, beside, { text: branch.text, branchOf: id });
    }
  };
  for (const [id, begin] of begins) {
    add(id, [begin]);
  }
  for (const id of parts.keys()) {
    if (!folded.has(id)) {
      add(id, []);
    }
  }
  return folded;
}

function isUnfinished({ status }: ReplyState): boolean {
  return status === 'waiting' || status === 'streaming';
}

/**
 * Whether records are missing between the last piece of text that a writer wrote and the end that it gave the reply:
 * more text may have been in them. Where one is missing before, the next piece shows it.
 */
function isPartMissing(
  begin: BeginRecord | undefined,
  parts: readonly PartRecord[],
  gaps: MergedRecords['gaps'],
): boolean {
  return [...gaps].some(([writer, missing]) => {
    if (missing.length === 0) {
      return false;
    }
    const own = parts.filter(({ w }) => w === writer);
    const last = own.findLastIndex(({ type }) => type === 'text');
    const end = own.find((part, index) => index > last && part.type === 'state' && !isUnfinished(part.state));
    const from = own[last]?.n ?? (begin?.w === writer ? begin.n : own[0]?.n);
    return from !== undefined && hasGapBetween(missing, from, end?.n ?? Number.POSITIVE_INFINITY);
  });
}

function hasGapBetween(gaps: readonly Gap[], from: number, to: number): boolean {
  return gaps.some((gap) => gap.from > from && gap.to <= to);
}

/** A record of a reply's text. */
type TextRecord = Extract<HistoryRecord, { type: 'text' }>;

/** A record of how a reply stands, its first one among them. */
interface StateRecord {
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
class ReplyBranches {
  readonly #main: Branch;
  readonly #others = new Map<string, Branch>();
  /** The number of each writer's last piece. */
  readonly #lastPiece = new Map<string, number>();
  #hasGap = false;

  constructor(states: readonly StateRecord[], text = '') {
    this.#main = { text, states: [...states] };
  }

  get text(): string {
    return this.#main.text;
  }

  get states(): readonly StateRecord[] {
    return this.#main.states;
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
    const { states } = this.#branchOf(record.w);
    const last = states.at(-1);
    // What is finished is gone on with by nobody who has seen it.
    if (last?.state.status !== 'finished' || last.w === record.w || record.state.status === 'finished') {
      states.push(record);
    }
  }

  addText({ w, n, offset, text }: Pick<TextRecord, 'w' | 'n' | 'offset' | 'text'>): void {
    const branch = this.#branchOf(w);
    const missing = offset - branch.text.length;
    if (missing > 0) {
      this.#hasGap = true;
      // As long as what it stands for, so that the pieces after it find their place.
      branch.text += '…'.padEnd(missing) + text;
    } else if (missing === 0) {
      // By far the most frequent: the text before is not looked at, so that the time is that of the piece alone.
      branch.text += text;
    } else {
      this.#addOverlapping(branch, { w, offset, text });
    }
    this.#lastPiece.set(w, n);
  }

  /** A piece where some text is already: the same once more, or what somebody else wrote. */
  #addOverlapping(branch: Branch, { w, offset, text }: Pick<TextRecord, 'w' | 'offset' | 'text'>): void {
    const known = branch.text.slice(offset, offset + text.length);
    if (text.startsWith(known)) {
      branch.text += text.slice(known.length);
    } else {
      this.#others.set(w, this.#split(branch, w, branch.text.slice(0, offset) + text));
    }
  }

  #branchOf(writer: string): Branch {
    return this.#others.get(writer) ?? this.#main;
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
