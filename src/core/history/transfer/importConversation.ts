import { dequal } from 'dequal/lite';
import { omitUndefined } from '../../../base/omitUndefined.ts';
import type { Turn } from '../../conversation/conversation.ts';
import { createNoteCopier } from '../../conversation/requestNote.ts';
import { withLeftOut } from '../../conversation/sentTurns.ts';
import type { History } from '../history.ts';
import { changesBetween, NOTHING_RECORDED } from '../records/changesBetween.ts';
import { contentId } from '../records/checksum.ts';
import type { ConversationChange } from '../records/record.ts';
import type { StoredConversation } from '../records/storedConversation.ts';
import { type PortableConversation, redactDeep } from './portableConversation.ts';

/**
 * `merged`: turns that were missing came to a conversation that was here. `copied`: a turn differs from the one that is
 * here, so it came in as a conversation of its own.
 */
export type ImportOutcome = 'imported' | 'merged' | 'copied' | 'alreadyHere';

interface ImportOptions {
  /** The ids are none: whoever wrote the file knew of no ids. */
  isHandwritten?: boolean;
  /** What was taken out of texts when they were exported. */
  redact?: (text: string) => string;
}

/** What can be a part of a file's name: as the ids that this program makes. */
const SAFE_ID_PATTERN = /^[0-9a-z][0-9a-z-]{0,63}$/;

/**
 * Brings a conversation into the history, durably, and changes nothing that is there. One that is there with the same
 * turns is left. Where it lacks turns, they come to it; where a turn differs, all of it comes in as a copy, whose ids are made
 * of its content, so that the same file never comes in twice. One in the trash comes out of it. Rejects where the history
 * can't be read.
 */
export async function importConversation(
  history: Pick<History, 'open' | 'write'>,
  conversation: PortableConversation,
  { isHandwritten = false, redact = (text) => text }: ImportOptions = {},
): Promise<{ id: string; outcome: ImportOutcome }> {
  const isOwn = !isHandwritten && SAFE_ID_PATTERN.test(conversation.id);
  const wanted = isOwn ? conversation : withContentIds(conversation);
  const stored = await history.open(wanted.id);
  if (stored === undefined) {
    return { id: wanted.id, outcome: await addConversation(history, wanted, 'imported') };
  }
  const outcome = await mergeTurns(history, stored, wanted, redact);
  if (outcome !== undefined) {
    return { id: wanted.id, outcome };
  }
  if (!isOwn) {
    // Its id says that it came from the same text.
    return { id: wanted.id, outcome: 'alreadyHere' };
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
  const { id, title, pinned, workspace } = conversation;
  const changes: ConversationChange[] = [
    ...changesBetween(NOTHING_RECORDED, conversation, omitUndefined({ workspace, copyOf })),
    ...(title === undefined ? [] : [{ type: 'title', title } as const]),
    ...(pinned === true ? [{ type: 'pin', pinned } as const] : []),
  ];
  await writeWithOriginalTimes(history, id, changes);
  return outcome;
}

/** Adds the turns that are missing. `undefined` where one that is there differs, so that nothing can be added. */
async function mergeTurns(
  history: Pick<History, 'write'>,
  stored: StoredConversation,
  { id, turns }: PortableConversation,
  mask: (text: string) => string,
): Promise<ImportOutcome | undefined> {
  const there = new Map(stored.turns.map((turn) => [turn.id, turn]));
  const shared = turns.filter((turn) => there.has(turn.id));
  const missing = turns.filter((turn) => !there.has(turn.id)).map((turn) => turn.id);
  const isSame = shared.every((turn) => containsTurn(there.get(turn.id), turn, mask));
  if (isSame && stored.isNewer && missing.length === 0) {
    return 'alreadyHere';
  }
  if (!isSame || stored.isNewer) {
    return undefined;
  }
  const recorded = { hasBegun: true, model: undefined, turns: shared, removed: new Map() };
  const changes: ConversationChange[] = [
    ...changesBetween(recorded, { id, turns }),
    // They may have been here before, and have been taken out.
    ...(missing.length > 0 ? [{ type: 'restore', turns: missing } as const] : []),
    ...(stored.trashedAt === undefined ? [] : [{ type: 'trash', trashed: false } as const]),
  ];
  if (changes.length === 0) {
    return 'alreadyHere';
  }
  await writeWithOriginalTimes(history, id, changes);
  return 'merged';
}

/** Each turn has the time at which it was said, so that old conversations do not come in as the latest of the list. */
async function writeWithOriginalTimes(
  history: Pick<History, 'write'>,
  id: string,
  changes: readonly ConversationChange[],
): Promise<void> {
  const times = new Map<number, ConversationChange[]>();
  let at = changes.map(timeOf).find((time) => time !== undefined) ?? Date.now();
  for (const change of changes) {
    at = Math.max(at, timeOf(change) ?? 0);
    const sameTime = times.get(at) ?? [];
    times.set(at, sameTime);
    sameTime.push(change);
  }
  await Promise.all([...times].map(([time, happened]) => history.write(id, happened, true, time)));
}

/** ms since 1970; `undefined` for what has no time of its own. */
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
 * Whether a turn has all of another: that may be the same reply before it came to its end, or without the key that was
 * said in it.
 */
function containsTurn(stored: Turn | undefined, turn: Turn, mask: (text: string) => string): boolean {
  if (stored?.kind === 'assistant' && turn.kind === 'assistant' && turn.status === 'interrupted') {
    return stored.text.startsWith(turn.text);
  }
  // What the user left out here, or there, is said all the same.
  const [one, other] = [withNothingLeftOut(stored), withNothingLeftOut(turn)];
  return dequal(one, other) || dequal(redactDeep(one, mask), other);
}

function withNothingLeftOut(turn: Turn | undefined): Turn | undefined {
  return turn && withLeftOut([turn], [turn.id], false)[0];
}

function withContentIds(conversation: PortableConversation): PortableConversation {
  const said = conversation.turns.map((turn) => [
    turn.id,
    turn.text,
    turn.kind === 'user' ? turn.attachments : turn.model,
  ]);
  const id = contentId(JSON.stringify([conversation.id, said]));
  const ids = new Map(conversation.turns.map((turn, index) => [turn.id, `${id}-${index}`]));
  const newId = (old: string): string => ids.get(old) ?? old;
  const copyRequests = createNoteCopier(conversation, ids);
  const turns = conversation.turns.map((turn) =>
    turn.kind === 'user'
      ? { ...turn, id: newId(turn.id) }
      : {
          ...turn,
          id: newId(turn.id),
          ...(turn.alternativeTo !== undefined && { alternativeTo: newId(turn.alternativeTo) }),
          ...(turn.requests !== undefined && { requests: copyRequests(turn.requests) }),
        },
  );
  return { ...conversation, id, turns };
}
