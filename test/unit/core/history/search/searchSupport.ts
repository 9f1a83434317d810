import fc from 'fast-check';
import { Emitter } from '../../../../../src/base/emitter.ts';
import type { Turn } from '../../../../../src/core/conversation/conversation.ts';
import type { ReadStored } from '../../../../../src/core/history/files/historyCache.ts';
import type { HistoryFiles } from '../../../../../src/core/history/files/historyFiles.ts';
import type { StoredConversation } from '../../../../../src/core/history/records/storedConversation.ts';
import { MemoryFolder } from '../../../../support/memoryHistoryFiles.ts';
import { anyCharacter } from '../../../../support/property.ts';
import { attachment } from '../../support.ts';

/** A folder whose files are read as the conversations that a test puts into it. */
export class Library {
  readonly folder = new MemoryFolder();
  readonly files: HistoryFiles = this.folder.as('reader');
  readonly #changed = new Emitter<void>();
  readonly onChanged = this.#changed.event;
  /** Ids of the opened conversations, in order. */
  opened: string[] = [];
  /** Ids of conversations that can't be read. */
  readonly broken = new Set<string>();
  readonly #stored = new Map<string, StoredConversation>();

  /** Adds or replaces conversations. The file of a replaced one grows. */
  put(...conversations: readonly StoredConversation[]): this {
    for (const stored of conversations) {
      const name = `${stored.id}~writer.jsonl`;
      const size = (this.folder.files.get(name)?.bytes.length ?? 0) + 1;
      this.folder.put(name, new Uint8Array(size));
      this.#stored.set(stored.id, stored);
    }
    this.touch();
    return this;
  }

  delete(id: string): void {
    this.folder.files.delete(`${id}~writer.jsonl`);
    this.#stored.delete(id);
    this.touch();
  }

  /** Reports that a file may have changed. */
  touch(): void {
    this.#changed.fire();
  }

  readonly read: ReadStored = async (_files, id) => {
    this.opened.push(id);
    if (this.broken.has(id)) {
      throw new Error('the disk failed');
    }
    return this.#stored.get(id);
  };
}

/** A conversation of alternating questions and replies with the ids `<id>-0`, `<id>-1` and so on. */
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
    unfinishedReplies: [],
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

/** Letters that normalize to more, to fewer, to other or to no letters, among any others. */
export const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...['a', 'B', ' ', '\n', '\t', 'é', 'e\u0301', 'ß', 'ﬁ', 'Σ', 'ς', 'İ', 'が', '한', '…', '’'],
    ),
    fc.constantFrom(...['\u200b', '\u00ad', '¨', '½', '😀', '❤️', '\ud800', 'Ａ', '字', '\u0301']),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  ),
});
