import * as vscode from 'vscode';
import type { ImportOutcome } from '../../../core/history/transfer/importConversation.ts';
import type { ImportedConversation } from '../../../core/history/transfer/importFile.ts';
import type { ImportProblem } from '../../../core/history/transfer/portable.ts';

/** What became of each file, by its name. */
export type ImportedFiles = readonly (readonly [
  name: string,
  conversations: readonly ImportedConversation[],
])[];

/** `3 imported, 1 already here, 1 could not be read: name: why`. @param unsaved why nothing can be saved now */
export function importReport(imported: ImportedFiles, unsaved?: string): string {
  const all = imported.flatMap(([, conversations]) => conversations);
  const count = (outcome: ImportOutcome): number =>
    all.filter(({ done }) => done?.outcome === outcome).length;
  const failed = all.filter(({ done }) => done === undefined).length;
  const parts = [
    [count('imported'), vscode.l10n.t('{0} imported', count('imported'))],
    [count('merged'), vscode.l10n.t('{0} completed with what was missing', count('merged'))],
    [count('copied'), vscode.l10n.t('{0} imported as a copy, since it differs', count('copied'))],
    [count('alreadyHere'), vscode.l10n.t('{0} already here', count('alreadyHere'))],
    [failed, vscode.l10n.t('{0} could not be read', failed)],
  ] as const;
  const counts = parts
    .filter(([number]) => number > 0)
    .map(([, text]) => text)
    .join(', ');
  const [detail] = importDetails(imported);
  return [
    detail === undefined ? `${counts || vscode.l10n.t('Nothing to import')}.` : `${counts}: ${detail}`,
    ...(unsaved === undefined ? [] : [vscode.l10n.t('It is not saved yet: {0}', unsaved)]),
  ].join(' ');
}

/** A sentence for each thing that could not be read, with the name of its file. */
export function importDetails(imported: ImportedFiles): string[] {
  return imported.flatMap(([name, conversations]) =>
    conversations.flatMap(({ title, problems }) => {
      const where = title === '' || conversations.length === 1 ? name : `${name}: ${title}`;
      return problems.map((problem) => `${where}: ${problemText(problem)}`);
    }),
  );
}

function problemText(problem: ImportProblem): string {
  switch (problem.kind) {
    case 'notJson':
      return vscode.l10n.t('The file is not JSON, or it is damaged.');
    case 'otherFormat':
      return vscode.l10n.t('The file holds no conversations of this extension.');
    case 'newer':
      return vscode.l10n.t(
        'A newer version of this extension wrote the file. Update the extension to read it.',
      );
    case 'badConversation':
      return vscode.l10n.t('A conversation is damaged at {0}.', problem.where);
    case 'noTurns':
      return vscode.l10n.t(
        'There is no question and no reply in it. Headings such as “## You” and “## Assistant” say who speaks.',
      );
    case 'badMark':
      return vscode.l10n.t('The comment in line {0} is damaged. The text under it was kept.', problem.line);
    case 'unclaimedText':
      return vscode.l10n.t(
        'The text from line {0} on was left out: it stands before the first heading that says who speaks.',
        problem.line,
      );
    case 'noFence':
      return vscode.l10n.t('The code of the attachment in line {0} is missing.', problem.line);
    case 'cutOff':
      return vscode.l10n.t('The end of the file is missing. What is there was read.');
    case 'failed':
      return problem.reason;
  }
}
