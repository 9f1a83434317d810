import { titleOf } from '../../conversation/conversation.ts';
import type { Speakers } from '../../conversation/turnsAsMarkdown.ts';
import { toErrorMessage } from '../../toErrorMessage.ts';
import type { History } from '../history.ts';
import { readJson } from './conversationsAsJson.ts';
import { type ImportOutcome, importConversation } from './importConversation.ts';
import { readMarkdown } from './importMarkdown.ts';
import type { ImportIssue, ParsedConversation } from './portableConversation.ts';

/** The result for one conversation of a file. */
export interface ImportedConversation {
  /** Empty if unknown. */
  title: string;
  /** Absent if it could not be imported. */
  result?: { id: string; outcome: ImportOutcome };
  /** Why it, or a part of it, could not be imported. */
  issues: readonly ImportIssue[];
}

/**
 * Imports the conversations of a file. Never rejects: failures are in the results.
 *
 * @param file its name, whose extension selects the format, and its text
 * @param options speaker names in headings, in addition to the English ones, and the masking of exports
 */
export async function importFile(
  history: Pick<History, 'open' | 'write'>,
  file: { name: string; text: string },
  options: { labels: Speakers; redact: (text: string) => string },
): Promise<ImportedConversation[]> {
  const parsedConversations = /\.json$/i.test(file.name)
    ? readJson(file.text)
    : [readMarkdown(file.text, options.labels, Date.now())];
  const imported: ImportedConversation[] = [];
  for (const parsed of parsedConversations) {
    imported.push(await importOne(history, parsed, options.redact));
  }
  return imported;
}

async function importOne(
  history: Pick<History, 'open' | 'write'>,
  parsed: ParsedConversation,
  redact: (text: string) => string,
): Promise<ImportedConversation> {
  if (!('conversation' in parsed)) {
    return { title: '', issues: parsed.issues };
  }
  const { conversation, issues, isHandwritten = false } = parsed;
  const title = titleOf(conversation);
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
