import type { WrittenQuestion } from './question.ts';

/**
 * A question that was asked while a reply was running. It is what the user has confirmed: the prompt is expanded, live
 * attachments are read, and secrets are redacted or allowed.
 */
export interface QueuedQuestion extends WrittenQuestion {
  id: string;
  conversation: string;
  /** The question whose reply it waits for. Absent if only the user can send it, for example after a reload. */
  afterQuestionId?: string;
  /** Why it has not been sent. Absent while it waits for the reply. */
  reason?: string;
}

/** The queued questions of all conversations, at most one of each. */
export class QueuedQuestions {
  #all: readonly QueuedQuestion[] = [];
  readonly #onChanged: () => void;

  constructor(onChanged: () => void) {
    this.#onChanged = onChanged;
  }

  /** Oldest first. Each change makes a new array. */
  get all(): readonly QueuedQuestion[] {
    return this.#all;
  }

  of(conversationId: string): QueuedQuestion | undefined {
    return this.#all.find(({ conversation }) => conversation === conversationId);
  }

  /** Adds a question, or replaces the one of its conversation. */
  put(question: QueuedQuestion): void {
    const others = this.#all.filter(({ conversation }) => conversation !== question.conversation);
    this.#set([...others, question]);
  }

  /** @returns the removed questions */
  remove(conversationIds: readonly string[]): readonly QueuedQuestion[] {
    const removed = this.#all.filter(({ conversation }) => conversationIds.includes(conversation));
    if (removed.length > 0) {
      this.#set(this.#all.filter((one) => !removed.includes(one)));
    }
    return removed;
  }

  #set(all: readonly QueuedQuestion[]): void {
    this.#all = all;
    this.#onChanged();
  }
}
