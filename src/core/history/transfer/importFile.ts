import { titleOf } from '../../conversation/conversation.ts';
import { toErrorMessage } from '../../toErrorMessage.ts';
import type { History } from '../history.ts';
import { readJson } from './conversationsAsJson.ts';
import { type ImportOutcome, importConversation } from './importConversation.ts';
import type { ImportIssue, ParsedConversation } from './portableConversation.ts';

/** The result for one conversation of a file, or why it could not be imported. */
export type ImportedConversation = {
  /** Empty if unknown. */
  title: string;
} & ({ result: { id: string; outcome: ImportOutcome } } | { issue: ImportIssue });

/**
 * Imports the conversations of an exported JSON file. Never rejects: failures are in the results.
 *
 * @param redact masks as exports do
 */
export async function importFile(
  history: Pick<History, 'open' | 'write'>,
  text: string,
  redact: (text: string) => string,
): Promise<ImportedConversation[]> {
  const imported: ImportedConversation[] = [];
  for (const parsed of readJson(text)) {
    imported.push(await importOne(history, parsed, redact));
  }
  return imported;
}

async function importOne(
  history: Pick<History, 'open' | 'write'>,
  parsed: ParsedConversation,
  redact: (text: string) => string,
): Promise<ImportedConversation> {
  if (!('conversation' in parsed)) {
    return { title: '', issue: parsed.issue };
  }
  const { conversation } = parsed;
  const title = titleOf(conversation);
  if (conversation.turns.length === 0) {
    return { title, issue: { kind: 'noTurns' } };
  }
  try {
    return { title, result: await importConversation(history, conversation, redact) };
  } catch (error) {
    return { title, issue: { kind: 'failed', reason: toErrorMessage(error) } };
  }
}
