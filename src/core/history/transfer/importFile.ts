import { conversationTitle } from '../../conversation/conversation.ts';
import type { Speakers } from '../../conversation/turnsAsMarkdown.ts';
import { toErrorMessage } from '../../toErrorMessage.ts';
import type { History } from '../history.ts';
import { readJson } from './conversationsAsJson.ts';
import { type ImportOutcome, importConversation } from './importConversation.ts';
import { readMarkdown } from './importMarkdown.ts';
import type { ImportIssue, ParsedConversation } from './portableConversation.ts';

/** What became of one conversation of a file. */
export interface ImportedConversation {
  /** Empty where nothing tells it. */
  title: string;
  /** Absent where it could not be read. */
  result?: { id: string; outcome: ImportOutcome };
  /** Why it could not be read, or what of it. */
  issues: readonly ImportIssue[];
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
  options: { words: Speakers; redact: (text: string) => string },
): Promise<ImportedConversation[]> {
  const found = /\.json$/i.test(file.name)
    ? readJson(file.text)
    : [readMarkdown(file.text, options.words, Date.now())];
  const imported: ImportedConversation[] = [];
  for (const read of found) {
    imported.push(await importOne(history, read, options.redact));
  }
  return imported;
}

async function importOne(
  history: Pick<History, 'open' | 'write'>,
  read: ParsedConversation,
  redact: (text: string) => string,
): Promise<ImportedConversation> {
  if (!('conversation' in read)) {
    return { title: '', issues: read.issues };
  }
  const { conversation, issues, isHandwritten = false } = read;
  const title = conversation.title ?? conversationTitle(conversation.turns);
  if (conversation.turns.length === 0) {
    return { title, issues: [{ kind: 'noTurns' }] };
  }
  try {
    const result = await importConversation(history, conversation, { isHandwritten, redact });
    return { title, result, issues };
  } catch (error) {
    return { title, issues: [{ kind: 'failed', reason: toErrorMessage(error) }] };
  }
}
