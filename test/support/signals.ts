/** One-time events that can be awaited before and after they happen. */
export class Signals {
  readonly #given = new Set<string>();
  readonly #waiting = new Map<string, (() => void)[]>();

  give(name: string): void {
    this.#given.add(name);
    for (const resolve of this.#waiting.get(name) ?? []) {
      resolve();
    }
    this.#waiting.delete(name);
  }

  async given(name: string): Promise<void> {
    if (!this.#given.has(name)) {
      await new Promise<void>((resolve) => {
        this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), resolve]);
      });
    }
  }
}
