import type { Turn } from '../../../../src/core/conversation.ts';
import type { CacheClock } from '../../../../src/core/history/listCachePace.ts';
import type { StoredConversation } from '../../../../src/core/history/storedConversation.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { attachment } from '../support.ts';

/** Time that stands still until it is moved; what is to run at once runs soon. */
export class StillClock implements CacheClock {
  #now = 0;
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    if (ms === 0) {
      const soon = setTimeout(run, 0);
      return () => clearTimeout(soon);
    }
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets time pass; what became due has run when this returns, but for what it waits for. */
  move(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (next === undefined) {
        break;
      }
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }
}

/** A folder whose files are read as the conversations that a test put there. */
export class Library {
  readonly folder = new MemoryFolder();
  readonly files = this.folder.as('reader');
  /** Which were opened, in that order. */
  opened: string[] = [];
  /** Those that can't be read. */
  readonly broken = new Set<string>();
  readonly #stored = new Map<string, StoredConversation>();

  /** Puts a conversation there, or what became of it: its file is longer then. */
  put(...conversations: readonly StoredConversation[]): this {
    for (const stored of conversations) {
      const name = `${stored.id}~writer.jsonl`;
      const size = (this.folder.files.get(name)?.bytes.length ?? 0) + 1;
      this.folder.put(name, new Uint8Array(size));
      this.#stored.set(stored.id, stored);
    }
    return this;
  }

  delete(id: string): void {
    this.folder.files.delete(`${id}~writer.jsonl`);
    this.#stored.delete(id);
  }

  readonly open = async (id: string): Promise<StoredConversation | undefined> => {
    this.opened.push(id);
    if (this.broken.has(id)) {
      throw new Error('the disk failed');
    }
    return this.#stored.get(id);
  };
}

/** A conversation of questions and replies in turn, with the ids `<id>-0`, `<id>-1` and so on. */
export function stored(
  id: string,
  texts: readonly string[],
  part: Partial<StoredConversation> = {},
): StoredConversation {
  return {
    id,
    turns: texts.map((text, index) =>
      index % 2 === 0 ? question(`${id}-${index}`, text) : reply(`${id}-${index}`, text),
    ),
    pinned: false,
    createdAt: 1,
    changedAt: 1,
    open: [],
    unknownRecords: 0,
    isNewer: false,
    ...part,
  };
}

export function question(id: string, text: string, attached?: { path: string; text: string }): Turn {
  return { kind: 'user', id, text, attachments: attached ? [attachment(attached)] : [], at: 1 };
}

function reply(id: string, text: string): Turn {
  return {
    kind: 'assistant',
    id,
    model: 'assistant-haiku',
    text,
    status: 'finished',
    startedAt: 1,
    endedAt: 2,
  };
}
