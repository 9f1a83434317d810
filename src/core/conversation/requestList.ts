import type { Conversation } from './conversation.ts';
import type { ListChange, RequestNote, SameTurns, SentTurn } from './requestNote.ts';

/** No conversation has so many turns; a damaged note may. */
const MOST_TURNS = 100_000;

/** How one list becomes another: what they have in common by its positions. */
export function changeOf(before: readonly SentTurn[], now: readonly SentTurn[]): (SentTurn | SameTurns)[] {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const parts: (SentTurn | SameTurns)[] = [];
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
 * @param first gives the first request of a reply
 */
export function listOf(
  note: ListChange,
  first: (replyId: string) => RequestNote | undefined,
): readonly SentTurn[] | undefined {
  const chain = new Set<ListChange>();
  for (let next: ListChange | undefined = note; next !== undefined; ) {
    if (chain.has(next)) {
      return undefined;
    }
    chain.add(next);
    if (next.base === undefined) {
      return applied([...chain].reverse());
    }
    next = first(next.base);
  }
  return undefined;
}

function applied(changes: readonly ListChange[]): SentTurn[] | undefined {
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
    if (list.length > MOST_TURNS) {
      return undefined;
    }
  }
  return list;
}

/** The first request of each reply of a conversation, of those that were taken out as well. */
export function firstRequests({
  turns,
  removed = [],
}: Pick<Conversation, 'turns' | 'removed'>): (replyId: string) => RequestNote | undefined {
  const notes = new Map<string, RequestNote>();
  for (const turn of [...removed, ...turns]) {
    const note = turn.kind === 'assistant' ? turn.requests?.[0] : undefined;
    if (note !== undefined) {
      notes.set(turn.id, note);
    }
  }
  return (replyId) => notes.get(replyId);
}
