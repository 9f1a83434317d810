import { dequal } from 'dequal/lite';
import type * as vscode from 'vscode';
import { SerialQueue } from '../../base/serialQueue.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import { type Redact, redactTexts } from '../../core/secrets/redactTexts.ts';
import {
  findPlaces,
  joinStates,
  type Place,
  type ReadPlace,
  readPlace,
  toFiles,
  type WindowState,
} from './windowStateFiles.ts';

/** Key in `workspaceState` for the part of file names that all windows of a workspace share. Only VS Code can tell workspaces apart. */
const MEMENTO_KEY = 'assistant.window';

/** Delay before a change is written, in ms. With the panel's delay and the write, a draft is saved within 500 ms. */
const SAVE_DELAY_MS = 150;

/** Delay before a failed write is tried again. Doubles with each failure. */
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;

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
 * Each file belongs to one conversation and one place: `<conversation>~<place>-<kind>`. So what belongs to a deleted
 * conversation can be told by its name, and only the window that has claimed a place writes its files. A window takes over
 * what others of its workspace have left. If it can't read some of that, it takes a new place, so that nothing unread is
 * overwritten.
 */
export class WindowStateStore {
  readonly #deps: WindowStateStoreDeps;
  readonly #queue = new SerialQueue();
  /** The place to write to; `undefined` until what was left has been read. */
  #place: string | undefined;
  readonly #releases = new Map<string, () => Promise<void>>();
  /** The content of this window's files, by name; `undefined` if it is unknown. */
  readonly #written = new Map<string, unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #backoff = MIN_BACKOFF_MS;

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

  /** Writes pending changes. Never rejects: what can't be written is tried again later. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await this.#queue.add(() => this.#save());
      this.#backoff = MIN_BACKOFF_MS;
    } catch {
      this.#timer ??= setTimeout(() => void this.flush(), this.#backoff);
      this.#backoff = Math.min(2 * this.#backoff, MAX_BACKOFF_MS);
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
    await this.flush();
    if (this.#place !== undefined) {
      await Promise.allSettled(names.map((name) => before.writeState(name, new Uint8Array())));
    }
  }

  /** Writes pending changes, and leaves them to the next window. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
    await this.#leave();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** Texts move between files: those that are new are written first, so that each text is in a file at all times. */
  async #save(): Promise<void> {
    const place = this.#place ?? (await this.#open());
    const files = await this.#deps.files();
    const redact = await this.#deps.redactor();
    const wanted = toFiles(this.#deps.getState(), place);
    const changed = [...wanted].filter(([name, value]) => !dequal(this.#written.get(name), value));
    const [known, added] = [true, false].map((isKnown) =>
      changed.filter(([name]) => this.#written.has(name) === isKnown),
    );
    for (const [name, value] of [...(added ?? []), ...(known ?? [])]) {
      this.#written.set(name, undefined);
      await files.writeState(name, new TextEncoder().encode(JSON.stringify(redactTexts(value, redact))));
      this.#written.set(name, value);
    }
    for (const name of [...this.#written.keys()].filter((name) => !wanted.has(name))) {
      await files.writeState(name, new Uint8Array());
      this.#written.delete(name);
    }
  }

  /** Reads the places that no other window uses. @returns the place to write to */
  async #open(): Promise<string> {
    const files = await this.#deps.files();
    const workspace = await this.#workspace();
    const claim = async (number: number): Promise<boolean> => {
      const place = `${workspace}-${number}`;
      const release = this.#releases.get(place) ?? (await files.claim(`window-${place}`));
      if (release !== undefined) {
        this.#releases.set(place, release);
      }
      return release !== undefined;
    };
    const places = findPlaces(await files.listState(), workspace);
    const left: (Place & ReadPlace)[] = [];
    for (const place of await claimAny(places, claim)) {
      left.push({ ...place, ...(await readPlace(files, place)) });
    }
    const [first] = places;
    if (left.length === 0 && first !== undefined) {
      // Shows the same conversation at first, but what was typed there stays there.
      const { id, isNew, recentQuestions } = (await readPlace(files, first)).state;
      await this.#deps.onRead({ id: isNew ? '' : id, drafts: [], queued: [], recentQuestions });
    }
    let own = left.find(({ names, readable }) => readable.length === names.length)?.number;
    for (let next = (places.at(-1)?.number ?? 0) + 1; own === undefined; next++) {
      own = (await claim(next)) ? next : undefined;
    }
    if (left.length > 0) {
      await this.#deps.onRead(joinStates(left.map(({ state }) => state)));
    }
    for (const name of left.flatMap(({ readable }) => readable)) {
      this.#written.set(name, undefined);
    }
    this.#place = `${workspace}-${own}`;
    return this.#place;
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
    this.#place = undefined;
  }
}

/** Claims places. If others have all of them, waits a moment: one of them may be this window before it was reloaded. */
async function claimAny(
  places: readonly Place[],
  claim: (number: number) => Promise<boolean>,
): Promise<readonly Place[]> {
  for (let attempt = 1; ; attempt++) {
    const isMine = await Promise.all(places.map(({ number }) => claim(number)));
    const mine = places.filter((_, index) => isMine[index]);
    if (mine.length > 0 || places.length === 0 || attempt === MAX_CLAIM_ATTEMPTS) {
      return mine;
    }
    await new Promise((resolve) => setTimeout(resolve, CLAIM_INTERVAL_MS));
  }
}
