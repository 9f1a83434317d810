import type { Conversation } from './conversation.ts';
import { firstRequests, listOf } from './requestList.ts';
import type { RequestNote } from './requestNote.ts';

/**
 * Carries the notes of requests over into a copy of a conversation. A list that is told by one that is not in the copy
 * is told whole there; a turn that is not in the copy keeps its id, by which it is not found there.
 *
 * @param ids those in the copy, by those in the original
 */
export function requestCopier(
  original: Pick<Conversation, 'turns' | 'removed'>,
  ids: ReadonlyMap<string, string>,
): (notes: readonly RequestNote[]) => RequestNote[] {
  const first = firstRequests(original);
  const idOf = (id: string): string => ids.get(id) ?? id;
  const copied = (note: RequestNote): RequestNote => {
    const { base, turns, ...rest } = note;
    const isWhole = base !== undefined && !ids.has(base);
    const list = (isWhole ? listOf(note, first) : undefined) ?? turns;
    return {
      ...(base !== undefined && list === turns && { base: idOf(base) }),
      turns: list.map((part) => ('id' in part ? { ...part, id: idOf(part.id) } : part)),
      ...rest,
    };
  };
  return (notes) => notes.map(copied);
}
