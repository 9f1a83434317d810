import { abortable } from '../../base/abortable.ts';
import { SerialQueue } from '../../base/serialQueue.ts';

/** The requests of a conversation that are being prepared, from Enter on: one after the other. */
export class Preparations {
  readonly #onChanged: () => void;
  readonly #controllers = new Set<AbortController>();
  readonly #queue = new SerialQueue();

  /** @param onChanged called when a preparation begins or ends */
  constructor(onChanged: () => void) {
    this.#onChanged = onChanged;
  }

  get areRunning(): boolean {
    return this.#controllers.size > 0;
  }

  /**
   * Runs a preparation after those that were begun before. `stop` ends it at once, whatever it waits for: what `work`
   * still does then must have no effect.
   * @param stopped the result in that case
   * @param controller also ends it
   */
  async run<T>(
    work: (signal: AbortSignal) => Promise<T>,
    stopped: T,
    controller = new AbortController(),
  ): Promise<T> {
    const { signal } = controller;
    this.#controllers.add(controller);
    this.#onChanged();
    const inOrder = async (): Promise<T> => {
      signal.throwIfAborted();
      return abortable(work(signal), signal);
    };
    try {
      return await abortable(this.#queue.add(inOrder), signal);
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
      return stopped;
    } finally {
      this.#controllers.delete(controller);
      this.#onChanged();
    }
  }

  stop(): void {
    for (const controller of this.#controllers) {
      controller.abort();
    }
  }
}
