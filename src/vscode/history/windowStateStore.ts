import { dequal } from 'dequal/lite';
import type * as vscode from 'vscode';
import { SerialQueue } from '../../base/serialQueue.ts';
import { Backoff, SYSTEM_CLOCK } from '../../core/history/files/historyClock.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import { type Redact, redactTexts } from '../../core/secrets/redactTexts.ts';
import {
  findSlots,
  joinStates,
  type ReadSlot,
  readSlot,
  type Slot,
  toFiles,
  type WindowState,
} from './windowStateFiles.ts';

/** Key in `workspaceState` for the part of file names that all windows of a workspace share. Only VS Code can tell workspaces apart. */
const MEMENTO_KEY = 'assistant.window';

/** Delay before a change is written, in ms. With the panel's delay and the write, a draft is saved within 500 ms. */
const SAVE_DELAY_MS = 150;

const CLAIM_INTERVAL_MS = 50;
const MAX_CLAIM_ATTEMPTS = 20;

interface WindowStateStoreDeps {
  memento: vscode.Memento;
  files(): Promise<HistoryFiles>;
  /** Of `SecretGuard`. */
  redactor(): Promise<Redact>;
  getState(): WindowState;
  /** Called with what earlier windows have left, before anything is written. Must not reject. */
  onRead(state: WindowState): Promise<void>;
}

/**
 * Saves what a window shows and what was typed in it, so that it is restored after a reload or crash.
 *
 * Each file belongs to one conversation and one slot: `<conversation>~<slot>-<kind>`. So what belongs to a deleted
 * conversation can be told by its name, and only the window that has claimed a slot writes its files. A window takes over
 * what others of its workspace have left. If it can't read some of that, it takes a new slot, so that nothing unread is
 * overwritten.
 */
export class WindowStateStore {
  readonly #deps: WindowStateStoreDeps;
  readonly #queue = new SerialQueue();
  /** The slot to write to; `undefined` until what was left has been read. */
  #slot: string | undefined;
  readonly #releases = new Map<string, () => Promise<void>>();
  /** The content of this window's files, by name; `undefined` if it is unknown. */
  readonly #written = new Map<string, unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #backoff = new Backoff(SYSTEM_CLOCK);

  constructor(deps: WindowStateStoreDeps) {
    this.#deps = deps;
  }

  /** Reads what earlier windows have left. Never rejects: what fails is tried again before anything is written. */
  async restore(): Promise<void> {
    if (this.#deps.memento.get(MEMENTO_KEY) !== undefined) {
      await this.#queue.add(() => this.#open()).catch(() => undefined);
    }
  }

  scheduleSave(): void {
    this.#timer ??= setTimeout(() => void this.flush(), SAVE_DELAY_MS);
  }

  /** Writes all files again when the next change is written, since more has to be redacted. */
  saveAgain(): void {
    for (const name of this.#written.keys()) {
      this.#written.set(name, undefined);
    }
  }

  /**
   * Writes pending changes. Never rejects: what can't be written is tried again later.
   *
   * @returns whether everything is written
   */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await this.#queue.add(() => this.#save());
      this.#backoff.reset();
      return true;
    } catch {
      this.#backoff.schedule(() => void this.flush());
      return false;
    }
  }

  /**
   * Moves the files to the folder that `files` returns by now.
   *
   * @param before the folder that they are in
   */
  async move(before: HistoryFiles): Promise<void> {
    const names = [...this.#written.keys()];
    await this.#queue.add(() => this.#leave());
    if (await this.flush()) {
      await Promise.allSettled(names.map((name) => before.writeState(name, new Uint8Array())));
    }
  }

  /** Writes pending changes, and leaves them to the next window. */
  async close(): Promise<void> {
    await this.flush();
    this.dispose();
    await this.#leave();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#backoff.reset();
  }

  /** Texts move between files: those that are new are written first, so that each text is in a file at all times. */
  async #save(): Promise<void> {
    const slot = this.#slot ?? (await this.#open());
    const files = await this.#deps.files();
    const redact = await this.#deps.redactor();
    const wanted = toFiles(this.#deps.getState(), slot);
    const isKnown = ([name]: readonly [string, unknown]): number => Number(this.#written.has(name));
    const changed = [...wanted].filter(([name, value]) => !dequal(this.#written.get(name), value));
    for (const [name, value] of changed.toSorted((one, other) => isKnown(one) - isKnown(other))) {
      this.#written.set(name, undefined);
      await files.writeState(name, new TextEncoder().encode(JSON.stringify(redactTexts(value, redact))));
      this.#written.set(name, value);
    }
    for (const name of [...this.#written.keys()].filter((name) => !wanted.has(name))) {
      await files.writeState(name, new Uint8Array());
      this.#written.delete(name);
    }
  }

  /** Reads the slots that no other window uses. @returns the slot to write to */
  async #open(): Promise<string> {
    const files = await this.#deps.files();
    const workspace = await this.#workspace();
    const claim = async (number: number): Promise<boolean> => {
      const slot = `${workspace}-${number}`;
      const release = this.#releases.get(slot) ?? (await files.claim(`window-${slot}`));
      if (release !== undefined) {
        this.#releases.set(slot, release);
      }
      return release !== undefined;
    };
    const slots = findSlots(await files.listState(), workspace);
    const left: (Slot & ReadSlot)[] = [];
    for (const slot of await claimAny(slots, claim)) {
      left.push({ ...slot, ...(await readSlot(files, slot)) });
    }
    const [first] = slots;
    if (left.length === 0 && first !== undefined) {
      // Shows the same conversation at first, but what was typed there stays there.
      const { id, isNew, recentQuestions } = (await readSlot(files, first)).state;
      await this.#deps.onRead({ id: isNew ? '' : id, drafts: [], edits: [], queued: [], recentQuestions });
    }
    let own = left.find(({ names, readable }) => readable.length === names.length)?.number;
    for (let next = (slots.at(-1)?.number ?? 0) + 1; own === undefined; next++) {
      own = (await claim(next)) ? next : undefined;
    }
    if (left.length > 0) {
      await this.#deps.onRead(joinStates(left.map(({ state }) => state)));
    }
    for (const name of left.flatMap(({ readable }) => readable)) {
      this.#written.set(name, undefined);
    }
    this.#slot = `${workspace}-${own}`;
    return this.#slot;
  }

  async #workspace(): Promise<string> {
    const known = this.#deps.memento.get(MEMENTO_KEY);
    if (typeof known === 'string' && /^[\da-z-]+$/.test(known)) {
      return known;
    }
    const created = crypto.randomUUID();
    await this.#deps.memento.update(MEMENTO_KEY, created);
    return created;
  }

  async #leave(): Promise<void> {
    await Promise.all([...this.#releases.values()].map((release) => release()));
    this.#releases.clear();
    this.#written.clear();
    this.#slot = undefined;
  }
}

/** Claims slots. If others have all of them, waits a moment: one of them may be this window before it was reloaded. */
async function claimAny(
  slots: readonly Slot[],
  claim: (number: number) => Promise<boolean>,
): Promise<readonly Slot[]> {
  for (let attempt = 1; ; attempt++) {
    const isMine = await Promise.all(slots.map(({ number }) => claim(number)));
    const mine = slots.filter((_, index) => isMine[index]);
    if (mine.length > 0 || slots.length === 0 || attempt === MAX_CLAIM_ATTEMPTS) {
      return mine;
    }
    await new Promise((resolve) => setTimeout(resolve, CLAIM_INTERVAL_MS));
  }
}
