/** Those who want to be told of something. */
export class Listeners<Arguments extends readonly unknown[]> {
  readonly #all = new Set<(...told: Arguments) => void>();

  /** @returns what ends it */
  add(listener: (...told: Arguments) => void): () => void {
    const own = (...told: Arguments): void => listener(...told);
    this.#all.add(own);
    return () => this.#all.delete(own);
  }

  tell(...told: Arguments): void {
    for (const listener of [...this.#all]) {
      listener(...told);
    }
  }
}
