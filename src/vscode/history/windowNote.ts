import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { attachmentShape } from '../../core/history/attachmentSchema.ts';
import type { HistoryFiles } from '../../core/history/historyFiles.ts';

/** In `workspaceState`: the name of this window's note. Which windows there are, only VS Code knows. */
const KEY = 'assistant.window';

/** With the time that the panel takes to tell a draft, and that of the write, a draft is half a second old. ms */
const WAITS = 150;

const windowStateSchema = z.object({
  /** The id of the conversation that is shown; absent where that is an empty one. */
  conversation: z.optional(z.string()),
  draft: z.string(),
  attachments: z.array(z.object({ ...attachmentShape, uri: z.exactOptional(z.string()) })),
});
export type WindowState = z.infer<typeof windowStateSchema>;

/** What a window shows and what is being written in it, so that it comes back after a reload or a crash. */
export class WindowNote {
  readonly #memento: vscode.Memento;
  readonly #files: () => Promise<HistoryFiles>;
  readonly #read: () => WindowState;
  #written = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param read gives the state as it is */
  constructor(memento: vscode.Memento, files: () => Promise<HistoryFiles>, read: () => WindowState) {
    this.#memento = memento;
    this.#files = files;
    this.#read = read;
  }

  /** What was written in an earlier life of the window; `undefined` where there is none that can be read. */
  async restore(): Promise<WindowState | undefined> {
    const name = this.#memento.get<string>(KEY);
    if (name === undefined) {
      return undefined;
    }
    try {
      const bytes = await (await this.#files()).readNote(name);
      return bytes && windowStateSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      // A note is worth less than what would be lost by waiting for it.
      return undefined;
    }
  }

  changed(): void {
    this.#timer ??= setTimeout(() => void this.flush(), WAITS);
  }

  /** Writes what is not written yet, if it can: a draft that can't be is still in the panel. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write()).catch(() => undefined);
    return this.#writing;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #write(): Promise<void> {
    const text = JSON.stringify(this.#read());
    if (text !== this.#written) {
      await (await this.#files()).writeNote(await this.#name(), new TextEncoder().encode(text));
      this.#written = text;
    }
  }

  async #name(): Promise<string> {
    const known = this.#memento.get<string>(KEY);
    if (known !== undefined) {
      return known;
    }
    const name = `window-${crypto.randomUUID()}`;
    await this.#memento.update(KEY, name);
    return name;
  }
}
