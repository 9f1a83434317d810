import * as vscode from 'vscode';
import { abortable } from '../../../base/abortable.ts';
import { SYSTEM_CLOCK, TimeSlicer } from '../../../core/history/files/historyClock.ts';
import { MAX_TURNS } from '../../../core/history/transfer/conversationsAsJson.ts';
import type { ImportOutcome } from '../../../core/history/transfer/importConversation.ts';
import { type ImportedConversation, importFile } from '../../../core/history/transfer/importFile.ts';
import type { ImportIssue } from '../../../core/history/transfer/portableConversation.ts';
import { MAX_RECORD_BYTES } from '../../../core/history/transfer/sizeInRecord.ts';
import { toErrorMessage } from '../../../core/toErrorMessage.ts';
import { failed, ToldError } from '../../actionResult.ts';
import { foreign, joined, plainText, t, type UiText } from '../../uiText.ts';
import { notify, runWithProgress, showOpenDialog } from '../../vscodeUi.ts';
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

/** The results for the conversations of each file. */
type ImportedFiles = Map<vscode.Uri, readonly ImportedConversation[]>;

/** Imports conversations from JSON files. Existing turns don't change. */
export function importCommands(deps: ImportDeps): ImportCommands {
  return {
    importConversations: async () => {
      const files = await showOpenDialog({
        title: t('Import Conversations'),
        openLabel: t('Import'),
        canSelectMany: true,
        filters: { JSON: ['json'] },
        ...defaultLocation(deps.home),
      });
      if (files === undefined || files.length === 0) {
        return;
      }
      const imported: ImportedFiles = new Map();
      const isCanceled = await runWithProgress(t('Importing conversations'), async (signal) => {
        await importAll(deps, files, imported, signal);
        return signal.aborted;
      });
      showReport(imported, isCanceled, deps);
    },
  };
}

/** Adds the results to `imported`, until the signal is aborted. */
async function importAll(
  deps: ImportDeps,
  files: readonly vscode.Uri[],
  imported: ImportedFiles,
  signal: AbortSignal,
): Promise<void> {
  const slicer = new TimeSlicer(SYSTEM_CLOCK);
  for (const file of files) {
    let results: readonly ImportedConversation[];
    try {
      const { redact } = await abortable(readExportOptions(deps), signal);
      const text = await abortable(readImportFile(file), signal);
      results = await importFile(deps.history, text, { redact, slicer, signal });
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      results = [{ title: '', issue: { kind: 'failed', reason: toErrorMessage(error) } }];
    }
    if (results.length > 0) {
      imported.set(file, results);
    }
  }
}

async function readImportFile(file: vscode.Uri): Promise<string> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > MAX_FILE_BYTES) {
    throw new ToldError(failed(t('The file is larger than {0} MB.', MAX_FILE_BYTES / 1024 / 1024)));
  }
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}

function showReport(
  imported: ImportedFiles,
  isCanceled: boolean,
  { conversations, history, reveal }: ImportDeps,
): void {
  const done = [...imported.values()].flatMap((results) =>
    results.flatMap((one) => ('result' in one ? one.result : [])),
  );
  // Conversations that are open in this window are shown as they are now.
  void conversations.syncFromHistory(done.map(({ id }) => id));
  const [first, ...more] = done;
  const details = importDetails(imported);
  const state = history.state;
  const text = joined(
    [
      ...(isCanceled ? [t('The import was canceled.')] : []),
      isCanceled && imported.size === 0 ? t('Nothing was imported.') : importSummary(imported, details[0]),
      ...(state.isSaving ? [] : [t('Not saved yet: {0}', state.reason)]),
    ],
    ' ',
  );
  const open = async (id: string): Promise<void> => {
    if (await conversations.show(id)) {
      await reveal();
    }
  };
  const showDetails = (): Promise<void> => showInEditor(`${plainText(joined(details, '\n'))}\n`, 'plaintext');
  void notify(
    done.length === 0 ? 'Warning' : 'Information',
    text,
    ...(first !== undefined && more.length === 0 ? [{ label: t('Open'), run: () => open(first.id) }] : []),
    ...(details.length > 1 ? [{ label: t('Show Details'), run: showDetails }] : []),
  );
}

/**
 * Summarizes an import, such as `3 imported, 1 already here, 1 could not be read: name: why`.
 *
 * @param detail the first issue
 */
function importSummary(imported: ImportedFiles, detail: UiText | undefined): UiText {
  const all = [...imported.values()].flat();
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
  return detail === undefined ? t('{0}.', summary) : joined([t('{0}:', summary), detail], ' ');
}

/** One line per issue, with the name of its file. */
function importDetails(imported: ImportedFiles): UiText[] {
  return [...imported].flatMap(([file, results]) =>
    results.flatMap((one) => {
      const name = baseName(file);
      const where = one.title === '' || results.length === 1 ? [name] : [name, one.title];
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
    case 'tooLarge':
      return t('{0} is larger than {1} MB.', issue.where, MAX_RECORD_BYTES / 1024 / 1024);
    case 'tooManyTurns':
      return t('{0} has more than {1} questions and replies.', issue.where, MAX_TURNS);
    case 'noTurns':
      return t('There is nothing in this conversation to import.');
    case 'failed':
      return foreign(issue.reason);
  }
}
