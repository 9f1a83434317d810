import type { AssistantTurn } from '../../conversation/conversation.ts';
import type { Gap, MergedRecords } from './mergeRecords.ts';
import type { HistoryRecord, ReplyState } from './record.ts';

type BeginRecord = Extract<HistoryRecord, { type: 'reply' }>;
type PartRecord = TextRecord | Extract<HistoryRecord, { type: 'state' }>;

/** The records of replies, by the id of the reply. */
export interface ReplyRecords {
  begins: Map<string, BeginRecord>;
  parts: Map<string, PartRecord[]>;
}

/** A reply built from its records. */
export interface FoldedReply {
  turn: AssistantTurn;
  /**
   * If two windows continued a reply at the same time: the id of the reply that this branch of the second window
   * belongs to.
   */
  branchOf?: string;
  /** Whether its first record is missing, and with it its position. */
  isStartMissing: boolean;
  /** Whether no record says how it ended. */
  isUnfinished: boolean;
  isDamaged: boolean;
}

/**
 * Maximum length of the placeholders for missing text in a conversation, in UTF-16 code units. More than real gaps have,
 * which are of a few records, and little enough to be in memory.
 */
const MAX_MISSING_CHARS = 16 * 1024 * 1024;

/** Builds the replies of a conversation, by id. */
export function foldReplies(
  { begins, parts }: ReplyRecords,
  gaps: MergedRecords['gaps'],
): Map<string, FoldedReply> {
  const folded = new Map<string, FoldedReply>();
  let missingChars = 0;
  const fillGap = (length: number): string => {
    const isTooMuch = missingChars + length > MAX_MISSING_CHARS;
    missingChars += isTooMuch ? 0 : length;
    return '…'.padEnd(isTooMuch ? 0 : length);
  };
  const add = (
    id: string,
    first: readonly StateRecord[],
    origin?: { text: string; branchOf: string },
  ): void => {
    const replyParts = parts.get(id) ?? [];
    const branches = new ReplyBranches(fillGap, first, origin?.text);
    for (const part of replyParts) {
      if (part.type === 'text') {
        branches.addText(part);
      } else {
        branches.addState(part);
      }
    }
    const isStartMissing = origin === undefined && !begins.has(id);
    const { text, hasGap, states, others } = branches;
    // Only the text may have survived.
    const state = states.at(-1)?.state ?? {
      model: '',
      status: 'interrupted' as const,
      startedAt: replyParts[0]?.at ?? 0,
    };
    const isReplyUnfinished = isUnfinished(state);
    folded.set(id, {
      turn: {
        kind: 'assistant',
        id,
        ...state,
        text,
        status: isReplyUnfinished ? 'interrupted' : state.status,
      },
      ...(origin && { branchOf: origin.branchOf }),
      isStartMissing,
      isUnfinished: isReplyUnfinished,
      isDamaged: isStartMissing || hasGap || isPartMissing(begins.get(id), replyParts, gaps),
    });
    for (const [writer, branch] of others) {
      const alternativeStates = branch.states.map((one) => ({
        ...one,
        state: { alternativeTo: id, ...one.state },
      }));
      // The same id for all readers, so that later records find it.
      add(`${id}~${writer}`, alternativeStates, { text: branch.text, branchOf: id });
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
 * Whether records are missing between a writer's last piece of text and the state with which it ended the reply: they
 * may have contained more text. A gap before the last piece shows in the offset of the piece after it.
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
    const partsOfWriter = parts.filter(({ w }) => w === writer);
    const last = partsOfWriter.findLastIndex(({ type }) => type === 'text');
    const end = partsOfWriter.find(
      (part, index) => index > last && part.type === 'state' && !isUnfinished(part.state),
    );
    const from = partsOfWriter[last]?.n ?? (begin?.w === writer ? begin.n : partsOfWriter[0]?.n);
    return from !== undefined && hasGapBetween(missing, from, end?.n ?? Number.POSITIVE_INFINITY);
  });
}

function hasGapBetween(gaps: readonly Gap[], from: number, to: number): boolean {
  return gaps.some((gap) => gap.from > from && gap.to <= to);
}

type TextRecord = Extract<HistoryRecord, { type: 'text' }>;

/** A record of the state of a reply, including its `reply` record. */
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
 * Assembles the text of a reply from pieces. Each has an offset, so that duplicates are recognized. If two windows
 * continue the same reply at the same time, each gets a branch and no text is lost.
 */
class ReplyBranches {
  readonly #fillGap: (length: number) => string;
  readonly #main: Branch;
  readonly #others = new Map<string, Branch>();
  /** Number (`n`) of each writer's last piece. */
  readonly #lastPiece = new Map<string, number>();
  #hasGap = false;

  /** @param fillGap returns what stands for missing text of a length */
  constructor(fillGap: (length: number) => string, states: readonly StateRecord[], text = '') {
    this.#fillGap = fillGap;
    this.#main = { text, states: [...states] };
  }

  get text(): string {
    return this.#main.text;
  }

  get states(): readonly StateRecord[] {
    return this.#main.states;
  }

  get hasGap(): boolean {
    return this.#hasGap;
  }

  /** Branches of the writers other than the first to continue the reply, by writer. */
  get others(): ReadonlyMap<string, Readonly<Branch>> {
    return this.#others;
  }

  addState(record: StateRecord): void {
    const { states } = this.#branchOf(record.w);
    const last = states.at(-1);
    // No window continues a reply that it knows to be finished, so this writer had not read its end.
    if (last?.state.status !== 'finished' || last.w === record.w || record.state.status === 'finished') {
      states.push(record);
    }
  }

  addText({ w, n, offset, text }: Pick<TextRecord, 'w' | 'n' | 'offset' | 'text'>): void {
    const branch = this.#branchOf(w);
    const missing = offset - branch.text.length;
    if (missing > 0) {
      this.#hasGap = true;
      // The placeholder is as long as the missing text, so that the offsets of later pieces stay correct.
      branch.text += this.#fillGap(missing) + text;
    } else if (missing === 0) {
      // The most frequent case. It takes time proportional to the piece only, since the text so far is not read.
      branch.text += text;
    } else {
      this.#addOverlapping(branch, { w, offset, text });
    }
    this.#lastPiece.set(w, n);
  }

  /** Adds a piece at an offset where there is text: a duplicate, or the text of another writer. */
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

  /** Creates a branch for one writer, with the states it wrote after its last piece of text. */
  #split(from: Branch, writer: string, text: string): Branch {
    const since = this.#lastPiece.get(writer) ?? 0;
    const isOwn = ({ w, n }: StateRecord, index: number): boolean => index > 0 && w === writer && n > since;
    const states = [...from.states.slice(0, 1), ...from.states.filter(isOwn)];
    from.states = from.states.filter((record, index) => !isOwn(record, index));
    return { text, states };
  }
}
