import { titleOf } from '../../conversation/conversation.ts';
import { toErrorMessage } from '../../toErrorMessage.ts';
import type { History } from '../history.ts';
import { readJson } from './conversationsAsJson.ts';
import { type ImportOptions, type ImportOutcome, importConversation } from './importConversation.ts';
import type { ImportIssue, ParsedConversation } from './portableConversation.ts';

/** The result for one conversation of a file, or why it could not be imported. */
export type ImportedConversation = {
  /** Empty if unknown. */
  title: string;
} & ({ result: { id: string; outcome: ImportOutcome } } | { issue: ImportIssue });

/**
 * Imports the conversations of an exported JSON file, one after the other. Never rejects: failures are in the results.
 * If the signal is aborted, the conversations after the current one are not imported, and not in the results.
 */
export async function importFile(
  history: Pick<History, 'open' | 'write'>,
  text: string,
  options: ImportOptions,
): Promise<ImportedConversation[]> {
  const { slicer, signal } = options;
  const imported: ImportedConversation[] = [];
  try {
    for await (const parsed of readJson(text, slicer, signal)) {
      imported.push(await importOne(history, parsed, options));
    }
  } catch (error) {
    if (signal?.aborted !== true) {
      throw error;
    }
  }
  return imported;
}

async function importOne(
  history: Pick<History, 'open' | 'write'>,
  parsed: ParsedConversation,
  options: ImportOptions,
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
    return { title, result: await importConversation(history, conversation, options) };
  } catch (error) {
    if (options.signal?.aborted === true) {
      throw error;
    }
    return { title, issue: { kind: 'failed', reason: toErrorMessage(error) } };
  }
}
