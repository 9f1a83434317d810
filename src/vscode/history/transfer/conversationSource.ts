import { defined } from '../../../base/defined.ts';
import type { Conversations } from '../../../core/asking/conversations.ts';
import type { Conversation } from '../../../core/conversation/conversation.ts';
import type { History } from '../../../core/history/history.ts';
import type { StoredConversation } from '../../../core/history/records/storedConversation.ts';
import type { PortableConversation } from '../../../core/history/transfer/portable.ts';

/** A disk that takes longer keeps nobody from what is in memory. ms */
const LONGEST_WAIT = 2000;

/** Where conversations are: in memory, and on the disk. */
export interface ConversationSource {
  conversations: Pick<Conversations, 'all' | 'current' | 'show'>;
  history: History;
}

/** A conversation to be exported. */
export interface FoundConversation extends PortableConversation {
  /** Some of it could not be read. */
  isDamaged: boolean;
}

/** The conversation that is wanted: in memory, where it has its newest turns, or on the disk. Rejects where it can't be read. */
export async function findConversation(
  source: ConversationSource,
  id: string,
): Promise<FoundConversation | undefined> {
  const own = inMemory(source, id);
  const stored = await (own === undefined
    ? source.history.open(id)
    : inReasonableTime(source.history.open(id)));
  if (stored === undefined) {
    return own && { ...own, isDamaged: false };
  }
  const { turns, model, title, pinned, workspace } = { ...stored, ...own };
  return turns.length === 0
    ? undefined
    : {
        id,
        turns,
        pinned,
        isDamaged: stored.damage !== undefined,
        ...defined({ model, title, workspace }),
      };
}

/** The ids of all conversations but those in the trash, the oldest first; of those in memory, where the disk can't be read. */
export async function allConversations(source: ConversationSource): Promise<string[]> {
  const listed = await source.history.list().catch(() => []);
  const inTrash = new Set(listed.filter(({ trashedAt }) => trashedAt !== undefined).map(({ id }) => id));
  const begun = listed.toSorted((one, other) => one.createdAt - other.createdAt).map(({ id }) => id);
  const own = source.conversations.all.map(({ conversation }) => conversation.id).reverse();
  return [...new Set([...begun, ...own])].filter((id) => !inTrash.has(id));
}

function inMemory(source: ConversationSource, id: string): Conversation | undefined {
  return source.conversations.all.find(({ conversation }) => conversation.id === id)?.conversation;
}

async function inReasonableTime(
  opened: Promise<StoredConversation | undefined>,
): Promise<StoredConversation | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LONGEST_WAIT);
  });
  try {
    return await Promise.race([opened.catch(() => undefined), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
