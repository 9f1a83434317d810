import type { SentRequest } from '../../contract/replyEvent.ts';

/** A turn in a request. */
export interface SentTurn {
  id: string;
  /** Length of a reply's text at that time, in UTF-16 units. */
  length?: number;
}

/** Indexes in another list; `to` is exclusive. */
interface TurnRange {
  from: number;
  to: number;
}

/** A list of turns, encoded as the difference from the list of another request. */
interface TurnListDiff {
  /** Id of the reply whose first request has the other list; if absent, that list is empty. */
  base?: string;
  turns: readonly (SentTurn | TurnRange)[];
}

/**
 * How the body of a request was built: enough to rebuild it and to verify the result. Its size doesn't grow with the
 * conversation, since turns are encoded as the difference from another request.
 */
export interface RequestNote extends TurnListDiff {
  /** Whether the request asked the model to continue its reply, the last of the turns. */
  goesOn?: true;
  settings: SentRequest['settings'];
  /** Whether the conversation was sent in one `user` message. */
  folded?: true;
  /** Checksum of the body that was sent. */
  crc32: number;
  bytes: number;
}

/** The turns of a conversation with their request notes, which only replies have. */
interface NotedConversation {
  turns: readonly NotedTurn[];
  removed?: readonly NotedTurn[];
}

interface NotedTurn {
  id: string;
  requests?: readonly RequestNote[];
}

/** Maximum number of turns in a request. No conversation has more, but a damaged note may list more. */
const MAX_TURNS = 100_000;

/** Encodes a list as the difference from another: common parts become ranges. */
export function diffTurnLists(
  before: readonly SentTurn[],
  now: readonly SentTurn[],
): (SentTurn | TurnRange)[] {
  const indexes = new Map(before.map(({ id }, index) => [id, index]));
  const parts: (SentTurn | TurnRange)[] = [];
  for (const turn of now) {
    const index = indexes.get(turn.id);
    const last = parts.at(-1);
    if (index === undefined || before[index]?.length !== turn.length) {
      parts.push(turn);
    } else if (last !== undefined && 'to' in last && last.to === index) {
      last.to++;
    } else {
      parts.push({ from: index, to: index + 1 });
    }
  }
  return parts;
}

/**
 * The turns of a request; `undefined` if a request that they are encoded against is unknown.
 *
 * @param firstRequestOf returns the first request of a reply
 */
export function resolveTurnList(
  note: TurnListDiff,
  firstRequestOf: (replyId: string) => RequestNote | undefined,
): readonly SentTurn[] | undefined {
  const chain = new Set<TurnListDiff>();
  for (let next: TurnListDiff | undefined = note; next !== undefined; ) {
    if (chain.has(next)) {
      return undefined;
    }
    chain.add(next);
    if (next.base === undefined) {
      return applyDiffs([...chain].reverse());
    }
    next = firstRequestOf(next.base);
  }
  return undefined;
}

function applyDiffs(diffs: readonly TurnListDiff[]): SentTurn[] | undefined {
  let list: SentTurn[] = [];
  for (const { turns } of diffs) {
    const [head, ...tail] = turns;
    const added = tail.filter((part) => 'id' in part);
    if (head !== undefined && 'to' in head && head.from === 0 && added.length === tail.length) {
      // The usual case, without copying a long conversation for each request.
      list.length = Math.min(list.length, head.to);
      list.push(...added);
    } else {
      const before = list;
      list = turns.flatMap((part) => ('id' in part ? part : before.slice(part.from, part.to)));
    }
    if (list.length > MAX_TURNS) {
      return undefined;
    }
  }
  return list;
}

/** Looks up the first request of each reply of a conversation, including removed replies. */
export function firstRequestLookup({
  turns,
  removed = [],
}: NotedConversation): (replyId: string) => RequestNote | undefined {
  const notes = new Map<string, RequestNote>();
  for (const turn of [...removed, ...turns]) {
    const note = turn.requests?.[0];
    if (note !== undefined) {
      notes.set(turn.id, note);
    }
  }
  return (replyId) => notes.get(replyId);
}

/**
 * Copies request notes into a copy of a conversation. A list encoded against a request that is not in the copy is
 * written in full; a turn that is not in the copy keeps its id, which isn't found there.
 *
 * @param ids ids in the copy by original id
 */
export function createNoteCopier(
  original: NotedConversation,
  ids: ReadonlyMap<string, string>,
): (notes: readonly RequestNote[]) => RequestNote[] {
  const firstRequestOf = firstRequestLookup(original);
  const idOf = (id: string): string => ids.get(id) ?? id;
  const copyNote = (note: RequestNote): RequestNote => {
    const { base, turns, ...rest } = note;
    const isWhole = base !== undefined && !ids.has(base);
    const turnList = (isWhole ? resolveTurnList(note, firstRequestOf) : undefined) ?? turns;
    return {
      ...(base !== undefined && turnList === turns && { base: idOf(base) }),
      turns: turnList.map((part) => ('id' in part ? { ...part, id: idOf(part.id) } : part)),
      ...rest,
    };
  };
  return (notes) => notes.map(copyNote);
}
