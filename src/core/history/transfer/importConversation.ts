import { dequal } from 'dequal/lite';
import { abortable } from '../../../base/abortable.ts';
import { omitUndefined } from '../../../base/omitUndefined.ts';
import { contentId } from '../../checksum.ts';
import type { Turn } from '../../conversation/conversation.ts';
import { withoutSentTo } from '../../conversation/sentTo.ts';
import { withLeftOut } from '../../conversation/sentTurns.ts';
import { type Redact, redactTexts } from '../../secrets/redactTexts.ts';
import type { TimeSlicer } from '../files/historyClock.ts';
import type { History } from '../history.ts';
import { changesBetween, NOTHING_RECORDED } from '../records/changesBetween.ts';
import type { ConversationChange } from '../records/record.ts';
import type { StoredConversation } from '../records/storedConversation.ts';
import type { PortableConversation } from './portableConversation.ts';

/**
 * `merged`: missing turns were added to a conversation that exists. `copied`: a turn differs from the existing one, so
 * the file was imported as another conversation.
 */
export type ImportOutcome = 'imported' | 'merged' | 'copied' | 'alreadyHere';

/** Safe as part of a file name, like all generated ids. */
const SAFE_ID_PATTERN = /^[0-9a-z][0-9a-z-]{0,63}$/;

/** Maximum number of changes that are written at once, so that other tasks can run in between. */
const MAX_BATCH_CHANGES = 200;

export interface ImportOptions {
  /** Masks as exports do. */
  redact: Redact;
  slicer: TimeSlicer;
  signal?: AbortSignal | undefined;
}

/**
 * Imports a conversation durably, without changing existing turns. If the conversation exists with the same turns,
 * nothing happens. Missing turns are added. If a turn differs, the file is imported as a copy; its ids are hashes of
 * its content, so that importing the file again adds nothing. Restores the conversation from the trash. Rejects if the
 * history can't be read. If the signal is aborted before anything is written, rejects with its reason.
 */
export async function importConversation(
  history: Pick<History, 'open' | 'write'>,
  inFile: PortableConversation,
  options: ImportOptions,
): Promise<{ id: string; outcome: ImportOutcome }> {
  const conversation = { ...inFile, turns: inFile.turns.map(asImported) };
  const { slicer, signal } = options;
  const open = (id: string): Promise<StoredConversation | undefined> =>
    signal === undefined ? history.open(id) : abortable(history.open(id), signal);
  const hasUsableId = SAFE_ID_PATTERN.test(conversation.id);
  const candidate = hasUsableId ? conversation : await withContentIds(conversation, slicer);
  const stored = await open(candidate.id);
  if (stored === undefined) {
    return { id: candidate.id, outcome: await addConversation(history, candidate, slicer) };
  }
  const outcome = await mergeTurns(history, stored, candidate, options);
  if (outcome !== undefined) {
    return { id: candidate.id, outcome };
  }
  if (!hasUsableId) {
    // The id is a hash of the content, so it is the same conversation.
    return { id: candidate.id, outcome: 'alreadyHere' };
  }
  const copy = await withContentIds(conversation, slicer);
  const storedCopy = await open(copy.id);
  return storedCopy === undefined
    ? { id: copy.id, outcome: await addConversation(history, copy, slicer, conversation.id) }
    : { id: copy.id, outcome: (await mergeTurns(history, storedCopy, copy, options)) ?? 'alreadyHere' };
}

/** @param copyOf id of the conversation that it is a copy of */
async function addConversation(
  history: Pick<History, 'write'>,
  conversation: PortableConversation,
  slicer: TimeSlicer,
  copyOf?: string,
): Promise<ImportOutcome> {
  const { id, pinned, workspace } = conversation;
  const changes: ConversationChange[] = [
    ...changesBetween(NOTHING_RECORDED, conversation, omitUndefined({ workspace, copyOf })),
    ...(pinned === true ? [{ type: 'pin', pinned } as const] : []),
  ];
  await writeWithOriginalTimes(history, id, changes, slicer);
  return copyOf === undefined ? 'imported' : 'copied';
}

/**
 * Adds missing turns. Returns `undefined` if an existing turn differs, or a newer version wrote the conversation, so
 * that nothing can be added.
 */
async function mergeTurns(
  history: Pick<History, 'write'>,
  stored: StoredConversation,
  { id, turns }: PortableConversation,
  { redact, slicer }: ImportOptions,
): Promise<ImportOutcome | undefined> {
  const storedTurns = new Map(stored.turns.map((turn) => [turn.id, turn]));
  const shared = turns.filter((turn) => storedTurns.has(turn.id));
  const missing = turns.filter((turn) => !storedTurns.has(turn.id)).map((turn) => turn.id);
  const isSame = await everySliced(shared, slicer, (turn) =>
    containsTurn(storedTurns.get(turn.id), turn, redact),
  );
  if (isSame && stored.isNewer && missing.length === 0) {
    return 'alreadyHere';
  }
  if (!isSame || stored.isNewer) {
    return undefined;
  }
  const recorded = { hasBegun: true, title: undefined, model: undefined, turns: shared, removed: new Map() };
  const changes: ConversationChange[] = [
    ...changesBetween(recorded, { id, turns }),
    // They may have been removed here. One by one, so that the records stay small.
    ...missing.map((turn) => ({ type: 'restore', turns: [turn], isImported: true }) as const),
    ...(stored.trashedAt === undefined ? [] : [{ type: 'trash', trashed: false } as const]),
  ];
  if (changes.length === 0) {
    return 'alreadyHere';
  }
  await writeWithOriginalTimes(history, id, changes, slicer);
  return 'merged';
}

async function everySliced<Item>(
  items: readonly Item[],
  slicer: TimeSlicer,
  isTrue: (item: Item) => boolean,
): Promise<boolean> {
  for (const item of items) {
    if (!isTrue(item)) {
      return false;
    }
    await slicer.yieldIfDue();
  }
  return true;
}

/**
 * Writes each turn with its original time, so that an old conversation does not become the latest in the list. Does not
 * stop halfway.
 */
async function writeWithOriginalTimes(
  history: Pick<History, 'write'>,
  id: string,
  changes: readonly ConversationChange[],
  slicer: TimeSlicer,
): Promise<void> {
  let at = changes.map(timeOf).find((time) => time !== undefined) ?? Date.now();
  for (let start = 0; start < changes.length; start += MAX_BATCH_CHANGES) {
    const writes = changes.slice(start, start + MAX_BATCH_CHANGES).map((change) => {
      at = Math.max(at, timeOf(change) ?? 0);
      return history.write(id, [change], true, at);
    });
    await Promise.all(writes);
    await slicer.yieldIfDue();
  }
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
function containsTurn(stored: Turn | undefined, turn: Turn, redact: Redact): boolean {
  if (stored?.kind === 'assistant' && turn.kind === 'assistant' && turn.status === 'interrupted') {
    return stored.text.startsWith(turn.text) || redact(stored.text).startsWith(turn.text);
  }
  const [one, other] = [contentOf(stored), contentOf(turn)];
  return dequal(one, other) || dequal(redactTexts(one, redact), other);
}

/** A turn of a file has been sent nowhere, whatever the file says. */
function asImported(turn: Turn): Turn {
  return { ...withoutSentTo(turn), sentTo: [] };
}

/** A turn without whether it is left out, and where it was sent. */
function contentOf(turn: Turn | undefined): Turn | undefined {
  return turn && withLeftOut([withoutSentTo(turn)], [turn.id], false)[0];
}

async function withContentIds(
  conversation: PortableConversation,
  slicer: TimeSlicer,
): Promise<PortableConversation> {
  const hashes: string[] = [];
  for (const turn of conversation.turns) {
    const content = [turn.id, turn.text, turn.kind === 'user' ? turn.attachments : turn.model];
    hashes.push(contentId(JSON.stringify(content)));
    await slicer.yieldIfDue();
  }
  const id = contentId(JSON.stringify([conversation.id, hashes]));
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
