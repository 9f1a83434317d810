import type * as z from 'zod/mini';
import type { SerialQueue } from '../../base/serialQueue.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import { type Redact, redactTexts } from '../../core/secrets/redactTexts.ts';

/** Delay before a change is written, in ms. With the panel's delay and the write, a draft is saved within 500 ms. */
const SAVE_DELAY_MS = 150;

interface SavedValueOptions<T> {
  schema: z.ZodMiniType<T>;
  /** Returns the current value, or `undefined` if there is nothing to save. */
  getValue(): T | undefined;
  /** Whether the current value need not be written. Must be fast, since it is called for each key press. */
  isSame(written: T | undefined, current: T | undefined): boolean;
  files(): Promise<HistoryFiles>;
  /** Of `SecretGuard`. */
  redactor(): Promise<Redact>;
  /** The file name. */
  name(): Promise<string>;
  /** Writes the files one after another. */
  queue: SerialQueue;
}

/** A value that is written as a whole shortly after each change. */
export class SavedValue<T> {
  readonly #options: SavedValueOptions<T>;
  /** The value on disk or being written; `undefined` if that is unknown. */
  #written: { value: T | undefined } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SavedValueOptions<T>) {
    this.#options = options;
  }

  /** Returns the value of an earlier session; `undefined` if there is none or it can't be read. */
  async restore(): Promise<T | undefined> {
    const { schema, files, name } = this.#options;
    try {
      const bytes = await (await files()).readState(await name());
      // A power failure may leave zeros after the text.
      const text = bytes && new TextDecoder().decode(bytes).replaceAll('\0', '');
      const value = text === undefined ? undefined : schema.parse(JSON.parse(text));
      this.#written = { value };
      return value;
    } catch {
      // Not worth delaying or failing the start of the window.
      return undefined;
    }
  }

  scheduleSave(): void {
    const { isSame, getValue } = this.#options;
    if (this.#written === undefined || !isSame(this.#written.value, getValue())) {
      this.#timer ??= setTimeout(() => void this.flush(), SAVE_DELAY_MS);
    }
  }

  /** Writes the value even if it has not changed, since the history moved to another folder. */
  saveAgain(): void {
    this.#written = undefined;
    this.scheduleSave();
  }

  /** Writes a pending change. Never rejects: the panel still has a value that can't be written. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#options.queue.add(() => this.#write()).catch(() => undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #write(): Promise<void> {
    const { isSame, getValue, files, name, redactor } = this.#options;
    if (this.#written !== undefined && isSame(this.#written.value, getValue())) {
      return;
    }
    const redact = await redactor();
    const value = getValue();
    const text = value === undefined ? '' : JSON.stringify(redactTexts(value, redact));
    // Set before the write, so that changes made during it are compared with the new value.
    this.#written = { value };
    try {
      await (await files()).writeState(await name(), new TextEncoder().encode(text));
    } catch (error) {
      this.#written = undefined;
      throw error;
    }
  }
}
