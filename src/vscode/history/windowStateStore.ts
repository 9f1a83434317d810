import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import { attachmentShape } from '../../core/history/records/attachmentSchema.ts';
import type { Redact } from '../../core/secrets/redactTexts.ts';
import type { Draft as OtherDraft } from '../composer/composer.ts';
import { type ComposerAttachment, isLive, withoutLiveText } from '../composer/composerAttachment.ts';
import type { QueuedQuestion } from '../composer/queuedQuestions.ts';
import { SavedValue } from './savedValue.ts';

/** Key in `workspaceState` for the file name of this window's state. Only VS Code can tell windows apart. */
const MEMENTO_KEY = 'assistant.window';

const chipsSchema: z.ZodMiniType<readonly ComposerAttachment[]> = z.array(
  z.object({
    ...attachmentShape,
    uri: z.exactOptional(z.string()),
    identity: z.exactOptional(z.string()),
    encoding: z.exactOptional(z.string()),
  }),
);

const draftSchema = z.object({
  /** Absent if the shown conversation is empty. */
  conversation: z.exactOptional(z.string()),
  /** Id of the shown conversation, even if it is empty. */
  id: z.string(),
  draft: z.string(),
});
type SavedDraft = z.infer<typeof draftSchema>;

const otherDraftsSchema: z.ZodMiniType<readonly OtherDraft[]> = z.array(
  z.object({
    conversation: z.string(),
    isNew: z.exactOptional(z.boolean()),
    text: z.string(),
    attachments: chipsSchema,
  }),
);

const queuedSchema: z.ZodMiniType<readonly QueuedQuestion[]> = z.array(
  // Without the question that it waits for: after a reload, only the user can send it.
  z.object({ id: z.string(), conversation: z.string(), text: z.string(), attachments: chipsSchema }),
);

const questionsSchema: z.ZodMiniType<readonly string[]> = z.array(z.string());

/** What a window shows, and its unsent text and attachments. */
export interface WindowState {
  /** Absent if the shown conversation is empty. */
  conversation?: string;
  /** Id of the shown conversation, even if it is empty. */
  id: string;
  draft: string;
  attachments: readonly ComposerAttachment[];
  /** Drafts of conversations that are not shown, oldest first. A new array after each change. */
  others: readonly OtherDraft[];
  /** Queued questions of all conversations. A new array after each change. */
  queued: readonly QueuedQuestion[];
  /** Newest first. */
  recentQuestions: readonly string[];
}

/**
 * Saves what a window shows and its drafts, so that they are restored after a reload or crash. There are five files,
 * since they change at different rates: the text with each key press, the attachments rarely, the other drafts when
 * another conversation is shown, the queued questions when one is queued or sent, and the recent questions with each
 * question.
 */
export class WindowStateStore {
  readonly #memento: vscode.Memento;
  readonly #draft: SavedValue<SavedDraft>;
  readonly #chips: SavedValue<readonly ComposerAttachment[]>;
  readonly #others: SavedValue<readonly OtherDraft[]>;
  readonly #queued: SavedValue<readonly QueuedQuestion[]>;
  readonly #questions: SavedValue<readonly string[]>;
  readonly #getState: () => WindowState;
  #knownOthers: readonly OtherDraft[] | undefined;
  #lastAllDrafts: readonly OtherDraft[] | undefined;
  #knownQueued: readonly QueuedQuestion[] = [];

  /**
   * @param redactor of `SecretGuard`
   * @param getState returns the current state
   */
  constructor(
    memento: vscode.Memento,
    files: () => Promise<HistoryFiles>,
    redactor: () => Promise<Redact>,
    getState: () => WindowState,
  ) {
    this.#memento = memento;
    this.#getState = getState;
    const name = (): Promise<string> => this.#name();
    const common = { files, redactor, queue: new SerialQueue() };
    this.#draft = new SavedValue({
      ...common,
      name,
      schema: draftSchema,
      getValue: () => {
        const { conversation, id, draft } = getState();
        return { ...omitUndefined({ conversation }), id, draft };
      },
      isSame: (one, other) =>
        one?.draft === other?.draft && one?.conversation === other?.conversation && one?.id === other?.id,
    });
    this.#chips = new SavedValue({
      ...common,
      schema: chipsSchema,
      name: async () => `${await name()}-chips`,
      getValue: () => undefinedIfEmpty(getState().attachments.map(withoutLiveText)),
      isSame: hasSameChips,
    });
    this.#others = new SavedValue({
      ...common,
      schema: otherDraftsSchema,
      name: async () => `${await name()}-drafts`,
      getValue: () => this.#allDrafts(),
      isSame: (one, other) => one === other,
    });
    this.#queued = new SavedValue({
      ...common,
      schema: queuedSchema,
      name: async () => `${await name()}-queue`,
      getValue: () => undefinedIfEmpty(getState().queued),
      isSame: (one, other) => one === other,
    });
    this.#questions = new SavedValue({
      ...common,
      schema: questionsSchema,
      name: async () => `${await name()}-questions`,
      getValue: () => undefinedIfEmpty(getState().recentQuestions),
      isSame: (one, other) => one === other,
    });
  }

  /** Returns the state from an earlier session of the window, or `undefined` if it has none. */
  async restore(): Promise<WindowState | undefined> {
    if (this.#memento.get<string>(MEMENTO_KEY) === undefined) {
      return undefined;
    }
    const [shown = { id: '', draft: '' }, chips, others, queued, recentQuestions] = await Promise.all([
      this.#draft.restore(),
      this.#chips.restore(),
      this.#others.restore(),
      this.#queued.restore(),
      this.#questions.restore(),
    ]);
    return {
      ...shown,
      attachments: chips ?? [],
      others: others?.filter(({ conversation }) => conversation !== shown.id) ?? [],
      queued: queued ?? [],
      recentQuestions: recentQuestions ?? [],
    };
  }

  /** Texts move between files. The one that gets a text is written first, so that each is in a file at all times. */
  scheduleSave(): void {
    const { others, queued } = this.#getState();
    if (others !== this.#knownOthers) {
      // Another conversation is shown: its draft moves out of the file of other drafts, and the previous draft into it.
      void this.#others.flush().then(() => this.scheduleSave());
      return;
    }
    if (queued !== this.#knownQueued) {
      if (queued.length < this.#knownQueued.length) {
        // A question may have moved out of the queue to be edited.
        void this.#draft.flush();
        void this.#chips.flush();
      }
      this.#knownQueued = queued;
      void this.#queued.flush();
    }
    this.#draft.scheduleSave();
    this.#chips.scheduleSave();
    // Again if a write has failed.
    this.#queued.scheduleSave();
    this.#questions.scheduleSave();
  }

  /** Writes all files again, since the history moved to another folder. */
  saveAgain(): void {
    for (const savedValue of this.#values) {
      savedValue.saveAgain();
    }
  }

  /** Writes pending changes. Never rejects: the panel still has a draft that can't be written. */
  async flush(): Promise<void> {
    await Promise.all([this.#others.flush(), this.#chips.flush(), this.#queued.flush()]);
    await Promise.all([this.#draft.flush(), this.#questions.flush()]);
  }

  dispose(): void {
    for (const savedValue of this.#values) {
      savedValue.dispose();
    }
  }

  get #values(): readonly Pick<SavedValue<unknown>, 'saveAgain' | 'dispose'>[] {
    return [this.#draft, this.#chips, this.#others, this.#queued, this.#questions];
  }

  /** Drafts of all conversations, as of the last time another one was shown. Key presses don't change the result. */
  #allDrafts(): readonly OtherDraft[] | undefined {
    const state = this.#getState();
    if (state.others !== this.#knownOthers) {
      this.#knownOthers = state.others;
      this.#lastAllDrafts = undefinedIfEmpty(
        allDraftsOf(state).map((one) => ({ ...one, attachments: one.attachments.map(withoutLiveText) })),
      );
    }
    return this.#lastAllDrafts;
  }

  async #name(): Promise<string> {
    const known = this.#memento.get<string>(MEMENTO_KEY);
    if (known !== undefined) {
      return known;
    }
    const name = `window-${crypto.randomUUID()}`;
    await this.#memento.update(MEMENTO_KEY, name);
    return name;
  }
}

function allDraftsOf({ conversation, id, draft, attachments, others }: WindowState): readonly OtherDraft[] {
  return draft === '' && attachments.length === 0
    ? others
    : [
        ...others,
        { conversation: id, ...(conversation === undefined && { isNew: true }), text: draft, attachments },
      ];
}

function undefinedIfEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Ignores the text of live attachments: it is read again before it is used. */
function hasSameChips(
  one: readonly ComposerAttachment[] = [],
  other: readonly ComposerAttachment[] = [],
): boolean {
  return (
    one.length === other.length &&
    one.every((chip, index) => {
      const current = other[index];
      return (
        current === chip ||
        (current !== undefined &&
          isLive(current) &&
          current.id === chip.id &&
          current.leftOutLines === chip.leftOutLines &&
          current.redacted === chip.redacted)
      );
    })
  );
}
