import { Emitter } from '../../base/emitter.ts';
import { hasText } from '../../base/hasText.ts';
import { MAX_TEXT_CHARS } from '../../protocol/limits.ts';

const MAX_QUESTIONS = 50;
/** Longer questions are not stored: they are pasted documents, which nobody recalls. */
const MAX_QUESTION_CHARS = 20_000;
/** Maximum total length, since the panel gets all of them in one message. */
const MAX_TOTAL_CHARS = MAX_TEXT_CHARS / 4;

export interface RecentQuestion {
  /** The conversation that it was asked in. */
  conversation: string;
  text: string;
  /** ms since 1970 */
  at: number;
}

/** Recent questions of this workspace, as typed (prompts not expanded), for recall in the composer. */
export class RecentQuestions {
  #all: readonly RecentQuestion[] = [];
  readonly #redactor: () => Promise<(text: string) => string>;
  readonly #changed = new Emitter<void>();
  readonly onChanged = this.#changed.event;

  /** @param redactor of `SecretGuard` */
  constructor(redactor: () => Promise<(text: string) => string>) {
    this.#redactor = redactor;
  }

  /** Newest first, without duplicates. */
  get all(): readonly RecentQuestion[] {
    return this.#all;
  }

  get texts(): readonly string[] {
    return this.#all.map(({ text }) => text);
  }

  /** Adds a question as it was confirmed: without the secrets that the user has redacted. */
  async add(text: string, conversation: string): Promise<void> {
    const redact = await this.#redactor();
    this.#set([{ conversation, text: redact(text), at: Date.now() }, ...this.#all]);
  }

  /** Adds the questions from before a reload behind those that were asked since. */
  restore(questions: readonly RecentQuestion[]): void {
    this.#set([...this.#all, ...questions.toSorted((one, other) => other.at - one.at)]);
  }

  /** @returns a function that restores them */
  clear(): () => void {
    const all = this.#all;
    this.#set([]);
    return () => this.restore(all);
  }

  /** Forgets what was asked in deleted conversations. */
  forget(conversations: readonly string[]): void {
    this.#set(this.#all.filter(({ conversation }) => !conversations.includes(conversation)));
  }

  #set(all: readonly RecentQuestion[]): void {
    let total = 0;
    const texts = new Set<string>();
    this.#all = all
      .filter(({ text }) => {
        const isNew = hasText(text) && text.length <= MAX_QUESTION_CHARS && !texts.has(text);
        texts.add(text);
        return isNew;
      })
      .slice(0, MAX_QUESTIONS)
      .filter(({ text }) => {
        total += text.length;
        return total <= MAX_TOTAL_CHARS;
      });
    this.#changed.fire();
  }
}
