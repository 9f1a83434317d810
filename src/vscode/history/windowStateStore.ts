import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import { attachmentShape } from '../../core/history/records/attachmentSchema.ts';
import type { Draft as OtherDraft } from '../composer/composer.ts';
import { type ComposerAttachment, isLive } from '../composer/composerAttachment.ts';
import { SavedValue } from './savedValue.ts';

/** In `workspaceState`: the name of this window's notes. Which windows there are, only VS Code knows. */
const MEMENTO_KEY = 'assistant.window';

const chipsSchema: z.ZodMiniType<readonly ComposerAttachment[]> = z.array(
  z.object({ ...attachmentShape, uri: z.exactOptional(z.string()) }),
);

const draftSchema = z.object({
  /** The id of the conversation that is shown; absent where that is an empty one. */
  conversation: z.exactOptional(z.string()),
  /** The same, also of an empty one. */
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

const questionsSchema: z.ZodMiniType<readonly string[]> = z.array(z.string());

/** What a window shows and what is being written in it. */
export interface WindowState {
  /** The id of the conversation that is shown; absent where that is an empty one. */
  conversation?: string;
  /** The same, also of an empty one. */
  id: string;
  draft: string;
  attachments: readonly ComposerAttachment[];
  /** What is unsent in conversations that are not shown, the oldest first: another list after each change. */
  others: readonly OtherDraft[];
  /** The newest first. */
  recentQuestions: readonly string[];
}

/**
 * Keeps what a window shows and what is being written in it, so that it comes back after a reload or a crash: in
 * four notes, since a text changes with each key, what is attached seldom, what is unsent elsewhere when another
 * conversation is shown, and what was asked with each question.
 */
export class WindowStateStore {
  readonly #memento: vscode.Memento;
  readonly #draft: SavedValue<SavedDraft>;
  readonly #chips: SavedValue<readonly ComposerAttachment[]>;
  readonly #others: SavedValue<readonly OtherDraft[]>;
  readonly #questions: SavedValue<readonly string[]>;
  readonly #read: () => WindowState;
  #knownOthers: readonly OtherDraft[] | undefined;
  #lastAllDrafts: readonly OtherDraft[] | undefined;

  /** @param read gives the state as it is */
  constructor(memento: vscode.Memento, files: () => Promise<HistoryFiles>, read: () => WindowState) {
    this.#memento = memento;
    this.#read = read;
    const name = (): Promise<string> => this.#name();
    this.#draft = new SavedValue({
      ...{ files, name, schema: draftSchema },
      getValue: () => {
        const { conversation, id, draft } = read();
        return { ...omitUndefined({ conversation }), id, draft };
      },
      isSame: (one, other) =>
        one?.draft === other?.draft && one?.conversation === other?.conversation && one?.id === other?.id,
    });
    this.#chips = new SavedValue({
      files,
      schema: chipsSchema,
      name: async () => `${await name()}-chips`,
      getValue: () => undefinedIfEmpty(read().attachments),
      isSame: hasSameChips,
    });
    this.#others = new SavedValue({
      files,
      schema: otherDraftsSchema,
      name: async () => `${await name()}-drafts`,
      getValue: () => this.#allDrafts(),
      isSame: (one, other) => one === other,
    });
    this.#questions = new SavedValue({
      files,
      schema: questionsSchema,
      name: async () => `${await name()}-questions`,
      getValue: () => undefinedIfEmpty(read().recentQuestions),
      isSame: (one, other) => one === other,
    });
  }

  /** What was written in an earlier life of the window; `undefined` where there is none that can be read. */
  async restore(): Promise<WindowState | undefined> {
    if (this.#memento.get<string>(MEMENTO_KEY) === undefined) {
      return undefined;
    }
    const [shown = { id: '', draft: '' }, chips, others, recentQuestions] = await Promise.all([
      this.#draft.restore(),
      this.#chips.restore(),
      this.#others.restore(),
      this.#questions.restore(),
    ]);
    return {
      ...shown,
      attachments: chips ?? [],
      others: others?.filter(({ conversation }) => conversation !== shown.id) ?? [],
      recentQuestions: recentQuestions ?? [],
    };
  }

  scheduleSave(): void {
    if (this.#read().others !== this.#knownOthers) {
      // What was shown is put aside, and what was aside is shown: both stand in this note before that of what is shown
      // is written anew, so that at no time one of them stands in none.
      void this.#others.flush().then(() => this.scheduleSave());
      return;
    }
    this.#draft.scheduleSave();
    this.#chips.scheduleSave();
    this.#questions.scheduleSave();
  }

  /** Writes everything anew: the notes are in another place from now on. */
  saveAgain(): void {
    for (const note of this.#values) {
      note.saveAgain();
    }
  }

  /** Writes what is not written yet, if it can: a draft that can't be is still in the panel. */
  async flush(): Promise<void> {
    await Promise.all([this.#others.flush(), this.#chips.flush()]);
    await Promise.all([this.#draft.flush(), this.#questions.flush()]);
  }

  dispose(): void {
    for (const note of this.#values) {
      note.dispose();
    }
  }

  get #values(): readonly Pick<SavedValue<unknown>, 'saveAgain' | 'dispose'>[] {
    return [this.#draft, this.#chips, this.#others, this.#questions];
  }

  /** What is unsent in all conversations, as it was when another was shown last: no key that is pressed changes it. */
  #allDrafts(): readonly OtherDraft[] | undefined {
    const state = this.#read();
    if (state.others !== this.#knownOthers) {
      this.#knownOthers = state.others;
      this.#lastAllDrafts = undefinedIfEmpty(allDraftsOf(state));
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

/** What is unsent in all conversations. */
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

/** What is live is read anew before anything is made of it: its text is no reason to write it again. */
function hasSameChips(
  one: readonly ComposerAttachment[] = [],
  other: readonly ComposerAttachment[] = [],
): boolean {
  return (
    one.length === other.length &&
    one.every((chip, at) => {
      const now = other[at];
      return (
        now === chip ||
        (now !== undefined &&
          isLive(now) &&
          now.id === chip.id &&
          now.leftOutLines === chip.leftOutLines &&
          now.redacted === chip.redacted)
      );
    })
  );
}
