import * as z from 'zod/mini';
import { TIME } from '../../base/bounds.ts';
import { nearestWithin } from '../../base/numberSchemas.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import { attachmentShape } from '../../core/history/records/attachmentSchema.ts';
import type { Draft } from '../composer/composer.ts';
import {
  type ComposerAttachment,
  isCurrentFileAttachment,
  withoutLiveText,
} from '../composer/composerAttachment.ts';
import type { QuestionEdit } from '../composer/questionEdits.ts';
import type { QueuedQuestion } from '../composer/queuedQuestions.ts';
import type { RecentQuestion } from '../composer/recentQuestions.ts';

/** What a window shows, and what was typed in it. */
export interface WindowState {
  /** Id of the shown conversation. */
  id: string;
  /** Whether it has no turns yet. */
  isNew?: boolean;
  /** Unsent text and attachments of all conversations, oldest first. */
  drafts: readonly Draft[];
  edits: readonly QuestionEdit[];
  queued: readonly QueuedQuestion[];
  recentQuestions: readonly RecentQuestion[];
}

const chipsSchema = z.array(
  z.object({
    ...attachmentShape,
    uri: z.exactOptional(z.string()),
    identity: z.exactOptional(z.string()),
    encoding: z.exactOptional(z.string()),
  }),
);

const shownSchema = z.object({
  id: z.string(),
  isNew: z.exactOptional(z.boolean()),
  /** Conversations with a draft, oldest first. */
  drafts: z.array(z.string()),
});

/** The files of a conversation, by kind. There are several, since they change at different rates. */
const partsSchema = z.object({
  /** Changes with each key press. */
  draft: z.exactOptional(z.object({ text: z.string(), isNew: z.exactOptional(z.boolean()) })),
  chips: z.exactOptional(chipsSchema),
  edits: z.exactOptional(z.array(z.object({ turn: z.string(), text: z.string() }))),
  // Without the question that it waits for: after a reload, only the user can send it.
  queued: z.exactOptional(z.object({ id: z.string(), text: z.string(), attachments: chipsSchema })),
  asked: z.exactOptional(z.array(z.object({ text: z.string(), at: nearestWithin(TIME) }))),
});
type Parts = z.infer<typeof partsSchema>;

/**
 * Splits the state into files, by name. Equal values have equal content, and values of attachments that have not changed
 * are the same.
 */
export function toFiles(
  { id, isNew, drafts, edits, queued, recentQuestions }: WindowState,
  slot: string,
): Map<string, unknown> {
  const files = new Map<string, unknown>();
  const unsent = drafts.filter(({ text, attachments }) => text !== '' || toChips(attachments).length > 0);
  files.set(`window-${slot}`, {
    id,
    ...(isNew && { isNew }),
    drafts: unsent.map(({ conversation }) => conversation),
  });
  const add = (conversation: string, kind: keyof Parts, value: unknown): void => {
    files.set(`${conversation}~${slot}-${kind}`, value);
  };
  for (const { conversation, isNew, text, attachments } of unsent) {
    const chips = toChips(attachments);
    add(conversation, 'draft', { text, ...(isNew && { isNew }) });
    if (chips.length > 0) {
      add(conversation, 'chips', chips);
    }
  }
  for (const [conversation, edited] of Map.groupBy(edits, (one) => one.conversation)) {
    add(
      conversation,
      'edits',
      edited.map(({ turn, text }) => ({ turn, text })),
    );
  }
  for (const { conversation, id, text, attachments } of queued) {
    add(conversation, 'queued', { id, text, attachments: toChips(attachments) });
  }
  for (const [conversation, asked] of Map.groupBy(recentQuestions, (one) => one.conversation)) {
    add(
      conversation,
      'asked',
      asked.map(({ text, at }) => ({ text, at })),
    );
  }
  return files;
}

const knownChips = new WeakMap<readonly ComposerAttachment[], readonly ComposerAttachment[]>();

/** Without the text of live attachments, and without the current file, whose toggle adds it again. */
function toChips(attachments: readonly ComposerAttachment[]): readonly ComposerAttachment[] {
  const chips =
    knownChips.get(attachments) ??
    attachments
      .filter((one) => !isCurrentFileAttachment(one))
      .map(({ version: _, problem: _problem, ...one }) => withoutLiveText(one));
  knownChips.set(attachments, chips);
  return chips;
}

/** The files of one slot. */
export interface Slot {
  /** From 1. */
  number: number;
  names: readonly string[];
}

/** Finds the slots of a workspace among the names of all files. */
export function findSlots(names: readonly string[], workspace: string): Slot[] {
  const pattern = new RegExp(`(?:^window-|~)${workspace}-(\\d{1,9})(?:-[a-z]+)?$`);
  return [...Map.groupBy(names, (name) => Number(pattern.exec(name)?.[1]))]
    .map(([number, names]) => ({ number, names }))
    .filter(({ number }) => number > 0)
    .sort((one, other) => one.number - other.number);
}

export interface ReadSlot {
  /** Names of the files that could be read. */
  readable: readonly string[];
  state: WindowState;
}

export async function readSlot(files: Pick<HistoryFiles, 'readState'>, { names }: Slot): Promise<ReadSlot> {
  const readable: string[] = [];
  const conversations = new Map<string, Parts>();
  let shown: z.infer<typeof shownSchema> = { id: '', isNew: true, drafts: [] };
  const read = async (name: string): Promise<void> => {
    const bytes = await files.readState(name);
    // A power failure may leave zeros after the text, or instead of it.
    const text = new TextDecoder().decode(bytes).replaceAll('\0', '');
    const [conversation = '', rest] = name.split('~');
    const kind = rest?.split('-').at(-1) ?? '';
    if (text !== '') {
      const value: unknown = JSON.parse(text);
      if (rest === undefined) {
        shown = shownSchema.parse(value);
      } else {
        const parts = z.strictObject(partsSchema.shape).parse({ [kind]: value });
        conversations.set(conversation, { ...conversations.get(conversation), ...parts });
      }
    }
    readable.push(name);
  };
  await Promise.allSettled(names.map(read));
  const age = ([conversation]: [string, Parts]): number => shown.drafts.indexOf(conversation);
  const oldestFirst = [...conversations].sort((one, other) => age(one) - age(other));
  const { id, isNew } = shown;
  const state: WindowState = {
    id,
    ...omitUndefined({ isNew }),
    drafts: oldestFirst.flatMap(([conversation, { draft, chips: attachments = [] }]) =>
      draft === undefined && attachments.length === 0
        ? []
        : { conversation, text: '', ...draft, attachments },
    ),
    edits: oldestFirst.flatMap(([conversation, { edits = [] }]) =>
      edits.map((edit) => ({ conversation, ...edit })),
    ),
    queued: oldestFirst.flatMap(([conversation, { queued }]) =>
      queued === undefined ? [] : { conversation, ...queued },
    ),
    recentQuestions: oldestFirst.flatMap(([conversation, { asked = [] }]) =>
      asked.map((one) => ({ conversation, ...one })),
    ),
  };
  return { readable, state };
}

/** Shows what the first slot shows. */
export function joinStates(states: readonly WindowState[]): WindowState {
  const { id = '', isNew } = states.find((one) => one.id !== '') ?? { isNew: true };
  return {
    id,
    ...omitUndefined({ isNew }),
    drafts: states.flatMap(({ drafts }) => drafts),
    edits: states.flatMap(({ edits }) => edits),
    queued: states.flatMap(({ queued }) => queued),
    recentQuestions: states.flatMap(({ recentQuestions }) => recentQuestions),
  };
}
