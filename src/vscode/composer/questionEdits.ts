import type { Conversations } from '../../core/asking/conversations.ts';
import { joinDrafts } from './joinDrafts.ts';

/** The unsent text of a question that is being edited. */
export interface QuestionEdit {
  conversation: string;
  turn: string;
  text: string;
}

/** The unsent texts of edited questions in all conversations, at most one of each question. */
export class QuestionEdits {
  #all: readonly QuestionEdit[] = [];
  readonly #onChanged: () => void;

  constructor(onChanged: () => void) {
    this.#onChanged = onChanged;
  }

  /** The last changed one comes last. */
  get all(): readonly QuestionEdit[] {
    return this.#all;
  }

  of(conversationId: string): readonly QuestionEdit[] {
    return this.#all.filter(({ conversation }) => conversation === conversationId);
  }

  /** Adds a text, or replaces the one of its question. */
  put(edit: QuestionEdit): void {
    this.#set([...this.#without(edit), edit]);
  }

  /** Discards the text of a question, since it was sent, or is again as it was asked. */
  discard(question: Omit<QuestionEdit, 'text'>): void {
    this.#set(this.#without(question));
  }

  /** @returns the removed texts */
  remove(conversationIds: readonly string[]): readonly QuestionEdit[] {
    const removed = this.#all.filter(({ conversation }) => conversationIds.includes(conversation));
    this.#set(this.#all.filter((one) => !removed.includes(one)));
    return removed;
  }

  /** Restores texts after a reload or an undo. */
  restore(edits: readonly QuestionEdit[]): void {
    for (const edit of edits) {
      const newer = this.#all.find((one) => isSameQuestion(one, edit));
      this.put(newer === undefined ? edit : { ...edit, text: joinDrafts(edit.text, newer.text) });
    }
  }

  #without(question: Omit<QuestionEdit, 'text'>): readonly QuestionEdit[] {
    return this.#all.filter((one) => !isSameQuestion(one, question));
  }

  #set(all: readonly QuestionEdit[]): void {
    this.#all = all;
    this.#onChanged();
  }
}

/**
 * Whether a text differs from its question. Also if the conversation is not in memory, but not if the question is no
 * longer in it.
 */
export function isUnsent({ loaded }: Pick<Conversations, 'loaded'>, edit: QuestionEdit): boolean {
  const session = loaded.find(({ conversation }) => conversation.id === edit.conversation);
  const asked = session?.questionOf(edit.turn)?.text;
  return session === undefined || (asked !== undefined && asked !== edit.text);
}

function isSameQuestion(one: Omit<QuestionEdit, 'text'>, other: Omit<QuestionEdit, 'text'>): boolean {
  return one.conversation === other.conversation && one.turn === other.turn;
}
