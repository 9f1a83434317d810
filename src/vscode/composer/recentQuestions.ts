import { Emitter } from '../../base/emitter.ts';
import { MAX_MESSAGE_CHARS } from '../../protocol/toHost.ts';

/** As many are kept. */
const MAX_QUESTIONS = 50;
/** A longer one is a document, which nobody looks for by going back. Characters. */
const MAX_QUESTION_CHARS = 20_000;
/** Of all together, since they go to the panel as one. Characters. */
const MAX_TOTAL_CHARS = MAX_MESSAGE_CHARS / 4;

/** The questions asked last in this workspace, as they were typed, so that they can be asked again. */
export class RecentQuestions {
  #texts: readonly string[] = [];
  readonly #changed = new Emitter<void>();
  readonly onChanged = this.#changed.event;

  /** The newest first, each once. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  add(text: string): void {
    this.#set([text, ...this.#texts]);
  }

  /** Puts those of an earlier life of the window behind the ones that were asked since. */
  restore(texts: readonly string[]): void {
    this.#set([...this.#texts, ...texts]);
  }

  /** @returns what brings them back */
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
