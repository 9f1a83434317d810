import { conversationTitle } from '../../conversation/conversation.ts';
import type { Speakers } from '../../conversation/turnsAsMarkdown.ts';
import { reasonOf } from '../../reasonOf.ts';
import type { History } from '../history.ts';
import { readJson } from './conversationsAsJson.ts';
import { type ImportOutcome, importConversation } from './importConversation.ts';
import { readMarkdown } from './importMarkdown.ts';
import type { ConversationInFile, ImportProblem } from './portable.ts';

/** What became of one conversation of a file. */
export interface ImportedConversation {
  /** Empty where nothing tells it. */
  title: string;
  /** Absent where it could not be read. */
  done?: { id: string; outcome: ImportOutcome };
  /** Why it could not be read, or what of it. */
  problems: readonly ImportProblem[];
}

/**
 * Brings what a file holds into the history. Never rejects: what can't be read or kept is told.
 *
 * @param file its name, which says what it is, and its text
 * @param options what the two sides are called in headings, besides the English words, and what is taken out of exports
 */
export async function importFile(
  history: Pick<History, 'open' | 'write'>,
  file: { name: string; text: string },
  options: { words: Speakers; mask: (text: string) => string },
): Promise<ImportedConversation[]> {
  const found = /\.json$/i.test(file.name)
    ? readJson(file.text)
    : [readMarkdown(file.text, options.words, Date.now())];
  const imported: ImportedConversation[] = [];
  for (const read of found) {
    imported.push(await importOne(history, read, options.mask));
  }
  return imported;
}

async function importOne(
  history: Pick<History, 'open' | 'write'>,
  read: ConversationInFile,
  mask: (text: string) => string,
): Promise<ImportedConversation> {
  if (!('conversation' in read)) {
    return { title: '', problems: read.problems };
  }
  const { conversation, problems, isHandwritten = false } = read;
  const title = conversation.title ?? conversationTitle(conversation.turns);
  if (conversation.turns.length === 0) {
    return { title, problems: [{ kind: 'noTurns' }] };
  }
  try {
    const done = await importConversation(history, conversation, { isHandwritten, mask });
    return { title, done, problems };
  } catch (error) {
    return { title, problems: [{ kind: 'failed', reason: reasonOf(error) }] };
  }
}
