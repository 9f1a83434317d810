import * as vscode from 'vscode';
import type { History } from '../../../core/history/history.ts';
import type { ImportOutcome } from '../../../core/history/transfer/importConversation.ts';
import { type ImportedConversation, importFile } from '../../../core/history/transfer/importFile.ts';
import type { ImportIssue } from '../../../core/history/transfer/portableConversation.ts';
import { toErrorMessage } from '../../../core/toErrorMessage.ts';
import { foreign, joined, notify, runWithProgress, showOpenDialog, t, type UiText } from '../../vscodeUi.ts';
import { type ConversationSource, type ExportSecrets, readExportOptions } from './exportCommands.ts';
import { baseName, defaultLocation, showInEditor } from './transferFiles.ts';

export interface ImportDeps extends ConversationSource, ExportSecrets {
  /** Path of the home folder, if there is one. */
  home: string | undefined;
  reveal(): Promise<void>;
}

export interface ImportCommands {
  importConversations(): Promise<void>;
}

/** A larger file may not fit into memory. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The result for each file, by file name. */
type ImportedFiles = readonly (readonly [name: string, conversations: readonly ImportedConversation[]])[];

/** Imports conversations from JSON files. Existing turns don't change. */
export function importCommands(deps: ImportDeps): ImportCommands {
  const { history, home } = deps;
  return {
    importConversations: async () => {
      const files = await showOpenDialog({
        title: t('Import Conversations'),
        openLabel: t('Import'),
        canSelectMany: true,
        filters: { JSON: ['json'] },
        ...defaultLocation(home),
      });
      if (files === undefined || files.length === 0) {
        return;
      }
      const imported = await runWithProgress({ title: t('Importing conversations') }, async () =>
        importAll(history, files, (await readExportOptions(deps)).redact),
      );
      showReport(imported, deps);
    },
  };
}

async function importAll(
  history: History,
  files: readonly vscode.Uri[],
  redact: (text: string) => string,
): Promise<ImportedFiles> {
  const imported: [string, readonly ImportedConversation[]][] = [];
  for (const file of files) {
    const name = baseName(file);
    try {
      imported.push([name, await importFile(history, await readImportFile(file), redact)]);
    } catch (error) {
      imported.push([name, [{ title: '', issue: { kind: 'failed', reason: toErrorMessage(error) } }]]);
    }
  }
  return imported;
}

async function readImportFile(file: vscode.Uri): Promise<string> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > MAX_FILE_BYTES) {
    throw new Error(t('The file is larger than {0} MB.', MAX_FILE_BYTES / 1024 / 1024));
  }
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}

function showReport(imported: ImportedFiles, { conversations, history, reveal }: ImportDeps): void {
  const done = imported.flatMap(([, conversations]) =>
    conversations.flatMap((one) => ('result' in one ? one.result : [])),
  );
  const [first, ...more] = done;
  const details = importDetails(imported);
  const open = t('Open');
  const show = t('Show Details');
  const state = history.state;
  const text = importReport(imported, state.isSaving ? undefined : state.reason);
  const labels = [
    ...(first !== undefined && more.length === 0 ? [open] : []),
    ...(details.length > 1 ? [show] : []),
  ];
  void notify(done.length === 0 ? 'Warning' : 'Information', text, ...labels).then(async (chosen) => {
    if (chosen === open && first !== undefined && (await conversations.show(first.id))) {
      await reveal();
    } else if (chosen === show) {
      await showInEditor(`${details.join('\n')}\n`, 'plaintext');
    }
  });
}

/**
 * Summarizes an import, such as `3 imported, 1 already here, 1 could not be read: name: why`.
 *
 * @param unsaved why conversations can't be saved now
 */
function importReport(imported: ImportedFiles, unsaved?: string): UiText {
  const all = imported.flatMap(([, conversations]) => conversations);
  const count = (outcome: ImportOutcome): number =>
    all.filter((one) => 'result' in one && one.result.outcome === outcome).length;
  const failed = all.filter((one) => 'issue' in one).length;
  const parts = [
    [count('imported'), t('{0} imported', count('imported'))],
    [count('merged'), t('{0} merged', count('merged'))],
    [count('copied'), t('{0} imported as a copy because it differs', count('copied'))],
    [count('alreadyHere'), t('{0} already here', count('alreadyHere'))],
    [failed, t('{0} could not be read', failed)],
  ] as const;
  const counts = parts.filter(([number]) => number > 0).map(([, text]) => text);
  const summary = counts.length === 0 ? t('Nothing to import') : joined(counts, ', ');
  const [detail] = importDetails(imported);
  const sentences = [
    detail === undefined ? t('{0}.', summary) : joined([t('{0}:', summary), detail], ' '),
    ...(unsaved === undefined ? [] : [t('Not saved yet: {0}', unsaved)]),
  ];
  return joined(sentences, ' ');
}

/** One line per issue, with the name of its file. */
function importDetails(imported: ImportedFiles): UiText[] {
  return imported.flatMap(([name, conversations]) =>
    conversations.flatMap((one) => {
      const where = one.title === '' || conversations.length === 1 ? [name] : [name, one.title];
      return 'issue' in one
        ? [joined([...where.map((each) => t('{0}:', each)), issueText(one.issue)], ' ')]
        : [];
    }),
  );
}

function issueText(issue: ImportIssue): UiText {
  switch (issue.kind) {
    case 'notJson':
      return t('The file is not JSON, or it is damaged.');
    case 'otherFormat':
      return t('The file contains no conversations of this extension.');
    case 'newer':
      return t('The file was saved by a newer version of this extension. Update the extension to import it.');
    case 'badConversation':
      return t('A conversation is damaged at {0}.', issue.where);
    case 'noTurns':
      return t('There is nothing in this conversation to import.');
    case 'failed':
      return foreign(issue.reason);
  }
}
