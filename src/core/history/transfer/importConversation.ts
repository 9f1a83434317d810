import { dequal } from 'dequal/lite';
import { omitUndefined } from '../../../base/omitUndefined.ts';
import type { Turn } from '../../conversation/conversation.ts';
import { withLeftOut } from '../../conversation/sentTurns.ts';
import { redactTexts } from '../../secrets/redactTexts.ts';
import type { History } from '../history.ts';
import { changesBetween, NOTHING_RECORDED } from '../records/changesBetween.ts';
import { contentId } from '../records/checksum.ts';
import type { ConversationChange } from '../records/record.ts';
import type { StoredConversation } from '../records/storedConversation.ts';
import type { PortableConversation } from './portableConversation.ts';

/**
 * `merged`: missing turns were added to a conversation that exists. `copied`: a turn differs from the existing one, so
 * the file was imported as another conversation.
 */
export type ImportOutcome = 'imported' | 'merged' | 'copied' | 'alreadyHere';

interface ImportOptions {
  /** Whether the file was written by hand, so that its ids are not used. */
  isHandwritten?: boolean;
  /** Masks the API key, as exports do. */
  redact?: (text: string) => string;
}

/** Safe as part of a file name, like all generated ids. */
const SAFE_ID_PATTERN = /^[0-9a-z][0-9a-z-]{0,63}$/;

/**
 * Imports a conversation durably, without changing existing turns. If the conversation exists with the same turns,
 * nothing happens. Missing turns are added. If a turn differs, the file is imported as a copy; its ids are hashes of
 * its content, so that importing the file again adds nothing. Restores the conversation from the trash. Rejects if the
 * history can't be read.
 */
export async function importConversation(
  history: Pick<History, 'open' | 'write'>,
  conversation: PortableConversation,
  { isHandwritten = false, redact = (text) => text }: ImportOptions = {},
): Promise<{ id: string; outcome: ImportOutcome }> {
  const hasUsableId = !isHandwritten && SAFE_ID_PATTERN.test(conversation.id);
  const candidate = hasUsableId ? conversation : withContentIds(conversation);
  const stored = await history.open(candidate.id);
  if (stored === undefined) {
    return { id: candidate.id, outcome: await addConversation(history, candidate, 'imported') };
  }
  const outcome = await mergeTurns(history, stored, candidate, redact);
  if (outcome !== undefined) {
    return { id: candidate.id, outcome };
  }
  if (!hasUsableId) {
    // The id is a hash of the content, so it is the same conversation.
    return { id: candidate.id, outcome: 'alreadyHere' };
  }
  const copy = withContentIds(conversation);
  const storedCopy = await history.open(copy.id);
  return storedCopy === undefined
    ? { id: copy.id, outcome: await addConversation(history, copy, 'copied', conversation.id) }
    : { id: copy.id, outcome: (await mergeTurns(history, storedCopy, copy, redact)) ?? 'alreadyHere' };
}

async function addConversation(
  history: Pick<History, 'write'>,
  conversation: PortableConversation,
  outcome: ImportOutcome,
  copyOf?: string,
): Promise<ImportOutcome> {
  const { id, pinned, workspace } = conversation;
  const changes: ConversationChange[] = [
    ...changesBetween(NOTHING_RECORDED, conversation, omitUndefined({ workspace, copyOf })),
    ...(pinned === true ? [{ type: 'pin', pinned } as const] : []),
  ];
  await writeWithOriginalTimes(history, id, changes);
  return outcome;
}

/**
 * Adds missing turns. Returns `undefined` if an existing turn differs, or a newer version wrote the conversation, so
 * that nothing can be added.
 */
async function mergeTurns(
  history: Pick<History, 'write'>,
  stored: StoredConversation,
  { id, turns }: PortableConversation,
  redact: (text: string) => string,
): Promise<ImportOutcome | undefined> {
  const storedTurns = new Map(stored.turns.map((turn) => [turn.id, turn]));
  const shared = turns.filter((turn) => storedTurns.has(turn.id));
  const missing = turns.filter((turn) => !storedTurns.has(turn.id)).map((turn) => turn.id);
  const isSame = shared.every((turn) => containsTurn(storedTurns.get(turn.id), turn, redact));
  if (isSame && stored.isNewer && missing.length === 0) {
    return 'alreadyHere';
  }
  if (!isSame || stored.isNewer) {
    return undefined;
  }
  const recorded = { hasBegun: true, title: undefined, model: undefined, turns: shared, removed: new Map() };
  const changes: ConversationChange[] = [
    ...changesBetween(recorded, { id, turns }),
    // They may have been removed here.
    ...(missing.length > 0 ? [{ type: 'restore', turns: missing } as const] : []),
    ...(stored.trashedAt === undefined ? [] : [{ type: 'trash', trashed: false } as const]),
  ];
  if (changes.length === 0) {
    return 'alreadyHere';
  }
  await writeWithOriginalTimes(history, id, changes);
  return 'merged';
}

/** Writes each turn with its original time, so that an old conversation does not become the latest in the list. */
async function writeWithOriginalTimes(
  history: Pick<History, 'write'>,
  id: string,
  changes: readonly ConversationChange[],
): Promise<void> {
  const changesByTime = new Map<number, ConversationChange[]>();
  let at = changes.map(timeOf).find((time) => time !== undefined) ?? Date.now();
  for (const change of changes) {
    at = Math.max(at, timeOf(change) ?? 0);
    const changesAtTime = changesByTime.get(at) ?? [];
    changesByTime.set(at, changesAtTime);
    changesAtTime.push(change);
  }
  await Promise.all(
    [...changesByTime].map(([time, changesAtTime]) => history.write(id, changesAtTime, true, time)),
  );
}

/** In ms since 1970; `undefined` for changes without a time. */
function timeOf(change: ConversationChange): number | undefined {
  switch (change.type) {
    case 'question':
      return change.turn.at;
    case 'reply':
      return change.state.endedAt ?? change.state.startedAt;
    default:
      return undefined;
  }
}

/**
 * Whether the stored turn has the whole content of the imported one, which may be the same reply before it ended, or a
 * turn exported with the key masked.
 */
function containsTurn(stored: Turn | undefined, turn: Turn, redact: (text: string) => string): boolean {
  if (stored?.kind === 'assistant' && turn.kind === 'assistant' && turn.status === 'interrupted') {
    return stored.text.startsWith(turn.text);
  }
  // Ignores whether either of them is left out.
  const [one, other] = [withNothingLeftOut(stored), withNothingLeftOut(turn)];
  return dequal(one, other) || dequal(redactTexts(one, redact), other);
}

function withNothingLeftOut(turn: Turn | undefined): Turn | undefined {
  return turn && withLeftOut([turn], [turn.id], false)[0];
}

function withContentIds(conversation: PortableConversation): PortableConversation {
  const content = conversation.turns.map((turn) => [
    turn.id,
    turn.text,
    turn.kind === 'user' ? turn.attachments : turn.model,
  ]);
  const id = contentId(JSON.stringify([conversation.id, content]));
  const ids = new Map(conversation.turns.map((turn, index) => [turn.id, `${id}-${index}`]));
  const newId = (old: string): string => ids.get(old) ?? old;
  const turns = conversation.turns.map((turn) =>
    turn.kind === 'user'
      ? { ...turn, id: newId(turn.id) }
      : {
          ...turn,
          id: newId(turn.id),
          ...(turn.alternativeTo !== undefined && { alternativeTo: newId(turn.alternativeTo) }),
        },
  );
  return { ...conversation, id, turns };
}
