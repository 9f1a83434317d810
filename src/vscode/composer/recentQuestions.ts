import { Emitter } from '../../base/emitter.ts';
import { MAX_MESSAGE_LENGTH } from '../../protocol/toHost.ts';

/** As many are kept. */
const MOST = 50;
/** A longer one is a document, which nobody looks for by going back. Characters. */
const LONGEST = 20_000;
/** Of all together, since they go to the panel as one. Characters. */
const MOST_TEXT = MAX_MESSAGE_LENGTH / 4;

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
      .filter((text) => text.trim() !== '' && text.length <= LONGEST)
      .slice(0, MOST)
      .filter((text) => {
        total += text.length;
        return total <= MOST_TEXT;
      });
    this.#changed.fire();
  }
}
