import type * as z from 'zod/mini';
import { SerialQueue } from '../../base/serialQueue.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';

/** With the time that the panel takes to tell a draft, and that of the write, a draft is half a second old. ms */
const SAVE_DELAY_MS = 150;

interface SavedValueOptions<T> {
  schema: z.ZodMiniType<T>;
  /** The value as it is; `undefined` where there is nothing to be kept. */
  getValue(): T | undefined;
  /** Whether a value need not be written since that other one is. Cheap: it is asked for each key that is pressed. */
  isSame(written: T | undefined, now: T | undefined): boolean;
  files(): Promise<HistoryFiles>;
  /** The name of the note. */
  name(): Promise<string>;
}

/** One value that is written down as a whole soon after each of its changes. */
export class SavedValue<T> {
  readonly #options: SavedValueOptions<T>;
  /** As it is on disk, or will be at once; `undefined` where that is not known. */
  #written: { value: T | undefined } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #queue = new SerialQueue();

  constructor(options: SavedValueOptions<T>) {
    this.#options = options;
  }

  /** What was written in an earlier life; `undefined` where there is nothing that can be read. */
  async restore(): Promise<T | undefined> {
    const { schema, files, name } = this.#options;
    try {
      const bytes = await (await files()).readState(await name());
      // A power cut may leave zeros behind it.
      const text = bytes && new TextDecoder().decode(bytes).replaceAll('\0', '');
      const value = text === undefined ? undefined : schema.parse(JSON.parse(text));
      this.#written = { value };
      return value;
    } catch {
      // A note is worth less than what would be lost by waiting for it.
      return undefined;
    }
  }

  scheduleSave(): void {
    const { isSame, getValue } = this.#options;
    if (this.#written === undefined || !isSame(this.#written.value, getValue())) {
      this.#timer ??= setTimeout(() => void this.flush(), SAVE_DELAY_MS);
    }
  }

  /** The notes are in another place from now on. */
  saveAgain(): void {
    this.#written = undefined;
    this.scheduleSave();
  }

  /** Writes what is not written yet, if it can: what can't be is still in the panel. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#queue.add(() => this.#write()).catch(() => undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #write(): Promise<void> {
    const { isSame, getValue, files, name } = this.#options;
    const value = getValue();
    if (this.#written !== undefined && isSame(this.#written.value, value)) {
      return;
    }
    const text = value === undefined ? '' : JSON.stringify(value);
    // From now on: what changes while this is being written is compared with it.
    this.#written = { value };
    try {
      await (await files()).writeState(await name(), new TextEncoder().encode(text));
    } catch (error) {
      this.#written = undefined;
      throw error;
    }
  }
}
