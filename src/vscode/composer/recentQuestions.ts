import { Emitter } from '../../base/emitter.ts';
import { MAX_MESSAGE_CHARS } from '../../protocol/toHost.ts';

const MAX_QUESTIONS = 50;
/** Longer questions are not stored: they are pasted documents, which nobody recalls. */
const MAX_QUESTION_CHARS = 20_000;
/** Maximum total length, since the panel gets all of them in one message. */
const MAX_TOTAL_CHARS = MAX_MESSAGE_CHARS / 4;

/** Recent questions of this workspace, as typed (prompts not expanded), for recall in the composer. */
export class RecentQuestions {
  #texts: readonly string[] = [];
  readonly #redactor: () => Promise<(text: string) => string>;
  readonly #changed = new Emitter<void>();
  readonly onChanged = this.#changed.event;

  /** @param redactor of `SecretGuard` */
  constructor(redactor: () => Promise<(text: string) => string>) {
    this.#redactor = redactor;
  }

  /** Newest first, without duplicates. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  /** Adds a question as it was confirmed: without the secrets that the user has redacted. */
  async add(text: string): Promise<void> {
    const redact = await this.#redactor();
    this.#set([redact(text), ...this.#texts]);
  }

  /** Adds the questions from before a reload behind those that were asked since. */
  restore(texts: readonly string[]): void {
    this.#set([...this.#texts, ...texts]);
  }

  /** @returns a function that restores them */
  clear(): () => void {
    const texts = this.#texts;
    this.#set([]);
    return () => this.restore(texts);
  }

  #set(texts: readonly string[]): void {
    let total = 0;
    this.#texts = [...new Set(texts)]
      .filter((text) => text.trim() !== '' && text.length <= MAX_QUESTION_CHARS)
      .slice(0, MAX_QUESTIONS)
      .filter((text) => {
        total += text.length;
        return total <= MAX_TOTAL_CHARS;
      });
    this.#changed.fire();
  }
}
