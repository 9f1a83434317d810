import * as vscode from 'vscode';
import { shownPath } from '../selectionCapture.ts';
import { type Captured, newAttachmentId } from './captured.ts';

/** Stands for all files, where the address of one would stand. */
export const ALL_FILES = 'assistant-problems:workspace';

/** As many are listed. */
const MOST = 500;

/** In English, since they are read by a model beside code. */
const SEVERITIES = ['error', 'warning', 'info', 'hint'];

/** What VS Code's list of problems says, of one file or of all. Hints, which that list leaves out, are left out. */
export function captureProblems(uri: vscode.Uri | undefined): Captured {
  const all: [vscode.Uri, readonly vscode.Diagnostic[]][] =
    uri === undefined ? vscode.languages.getDiagnostics() : [[uri, vscode.languages.getDiagnostics(uri)]];
  const path = uri === undefined ? workspaceName() : shownPath(uri);
  const lines = all
    .map(([file, problems]) => ({ name: shownPath(file), problems: problems.filter(isListed) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, problems }) => [...problems].sort(byLine).map((problem) => line(name, problem)));
  if (lines.length === 0) {
    return { problem: vscode.l10n.t('There are no problems in {0}.', path) };
  }
  return {
    id: newAttachmentId(),
    kind: 'problems',
    path,
    languageId: 'plaintext',
    text: [
      ...lines.slice(0, MOST),
      ...(lines.length > MOST ? [`and ${lines.length - MOST} more problems`] : []),
    ].join('\n'),
    uri: uri?.toString() ?? ALL_FILES,
  };
}

function workspaceName(): string {
  return vscode.workspace.name ?? 'the workspace';
}

function isListed({ severity }: vscode.Diagnostic): boolean {
  return severity !== vscode.DiagnosticSeverity.Hint;
}

function byLine(a: vscode.Diagnostic, b: vscode.Diagnostic): number {
  return a.range.start.compareTo(b.range.start);
}

/** Such as `src/duration.ts:12 error Cannot find name 'sek'. [ts 2304]`. */
function line(name: string, { range, severity, message, source, code }: vscode.Diagnostic): string {
  const number = typeof code === 'object' ? code.value : code;
  const from = [source, number].filter((part) => part !== undefined && part !== '').join(' ');
  const said = message.replace(/\s+/g, ' ').trim();
  return [
    `${name}:${range.start.line + 1}`,
    SEVERITIES[severity],
    said,
    ...(from === '' ? [] : [`[${from}]`]),
  ].join(' ');
}
