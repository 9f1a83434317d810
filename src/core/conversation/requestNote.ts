import type { SentRequest } from '../../contract/replyEvent.ts';

/** A turn that was in a request. */
export interface SentTurn {
  id: string;
  /** Of a reply, how much of its text there was at that time, in UTF-16 units. */
  length?: number;
}

/** Positions in another list, counted from 0, the end not included. */
interface TurnRange {
  from: number;
  to: number;
}

/** A list of turns, told by that of another request. */
interface TurnListDiff {
  /** The reply whose first request has the other list; without one, that is empty. */
  base?: string;
  turns: readonly (SentTurn | TurnRange)[];
}

/**
 * How the body of one request was made: enough to make it once more, and to tell whether it is the same. Of as few bytes
 * in a long conversation as in a short one, since the turns are told by how they differ from those of another request.
 */
export interface RequestNote extends TurnListDiff {
  /** Whether the model was asked to go on with its own reply, the last of the turns. */
  goesOn?: true;
  settings: SentRequest['settings'];
  /** Whether the conversation went out in one `user` message. */
  folded?: true;
  /** Of the body as it was sent. */
  crc32: number;
  bytes: number;
}

/** Of a conversation, the turns with the notes of their requests: only replies have any. */
interface NotedConversation {
  turns: readonly NotedTurn[];
  removed?: readonly NotedTurn[];
}

interface NotedTurn {
  id: string;
  requests?: readonly RequestNote[];
}

/** Maximum number of turns in a request: no conversation has so many, but a damaged note may. */
const MAX_TURNS = 100_000;

/** How one list becomes another: what they have in common by its positions. */
export function diffTurnLists(
  before: readonly SentTurn[],
  now: readonly SentTurn[],
): (SentTurn | TurnRange)[] {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const parts: (SentTurn | TurnRange)[] = [];
  for (const turn of now) {
    const place = places.get(turn.id);
    const last = parts.at(-1);
    if (place === undefined || before[place]?.length !== turn.length) {
      parts.push(turn);
    } else if (last !== undefined && 'to' in last && last.to === place) {
      last.to++;
    } else {
      parts.push({ from: place, to: place + 1 });
    }
  }
  return parts;
}

/**
 * The turns of a request. `undefined` where a request that they are told by is not known.
 *
 * @param firstRequestOf gives the first request of a reply
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

function applyDiffs(changes: readonly TurnListDiff[]): SentTurn[] | undefined {
  let list: SentTurn[] = [];
  for (const { turns } of changes) {
    const [head, ...tail] = turns;
    const added = tail.filter((part) => 'id' in part);
    if (head !== undefined && 'to' in head && head.from === 0 && added.length === tail.length) {
      // The usual case: a long conversation is not copied for each of its turns.
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

/** The first request of each reply of a conversation, of those that were taken out as well. */
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
 * Carries the notes of requests over into a copy of a conversation. A list that is told by one that is not in the copy
 * is told whole there; a turn that is not in the copy keeps its id, by which it is not found there.
 *
 * @param ids those in the copy, by those in the original
 */
export function createNoteCopier(
  original: NotedConversation,
  ids: ReadonlyMap<string, string>,
): (notes: readonly RequestNote[]) => RequestNote[] {
  const first = firstRequestLookup(original);
  const idOf = (id: string): string => ids.get(id) ?? id;
  const copied = (note: RequestNote): RequestNote => {
    const { base, turns, ...rest } = note;
    const isWhole = base !== undefined && !ids.has(base);
    const list = (isWhole ? resolveTurnList(note, first) : undefined) ?? turns;
    return {
      ...(base !== undefined && list === turns && { base: idOf(base) }),
      turns: list.map((part) => ('id' in part ? { ...part, id: idOf(part.id) } : part)),
      ...rest,
    };
  };
  return (notes) => notes.map(copied);
}
