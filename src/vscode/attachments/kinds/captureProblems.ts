import * as vscode from 'vscode';
import { onOneLine } from '../../../core/onOneLine.ts';
import { failed } from '../../actionResult.ts';
import type { ComposerAttachment } from '../../composer/composerAttachment.ts';
import { displayPath } from '../../displayPath.ts';
import { t } from '../../uiText.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';

/** `uri` of an attachment with the problems of all files. */
export const ALL_FILES_URI = 'assistant-problems:workspace';

const MAX_PROBLEMS = 500;

/** In English, since the model reads them; indexed by `vscode.DiagnosticSeverity`. */
const SEVERITY_NAMES = ['error', 'warning', 'info', 'hint'];

/** Lists the problems of one file or of all, without hints, like VS Code's Problems view. */
export function captureProblems(uri: vscode.Uri | undefined): CaptureResult {
  const entries: [vscode.Uri, readonly vscode.Diagnostic[]][] =
    uri === undefined ? vscode.languages.getDiagnostics() : [[uri, vscode.languages.getDiagnostics(uri)]];
  const path = uri === undefined ? workspaceName() : displayPath(uri);
  const lines = entries
    .map(([file, problems]) => ({ name: displayPath(file), problems: problems.filter(isListed) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, problems }) =>
      [...problems].sort(compareLines).map((problem) => problemLine(name, problem)),
    );
  if (lines.length === 0) {
    return { error: failed(t('There are no problems in {0}.', path)) };
  }
  return {
    id: newAttachmentId(),
    kind: 'problems',
    path,
    languageId: 'plaintext',
    text: [
      ...lines.slice(0, MAX_PROBLEMS),
      ...(lines.length > MAX_PROBLEMS ? [`and ${lines.length - MAX_PROBLEMS} more problems`] : []),
    ].join('\n'),
    uri: uri?.toString() ?? ALL_FILES_URI,
  };
}

/** The problems of a document that overlap a range or, if none do, those of its lines. Without hints. */
export function problemsAt(uri: vscode.Uri, range: vscode.Range): vscode.Diagnostic[] {
  const listed = vscode.languages.getDiagnostics(uri).filter(isListed).sort(compareLines);
  const here = listed.filter((problem) => problem.range.intersection(range) !== undefined);
  return here.length > 0
    ? here
    : listed.filter(
        ({ range: { start, end } }) => start.line <= range.end.line && end.line >= range.start.line,
      );
}

/**
 * Lists some problems of a document, each with the places that it refers to. A snapshot: it has no URI, so it is not read
 * again.
 * @param lines the lines that they are in
 */
export function captureProblemsOf(
  uri: vscode.Uri,
  problems: readonly vscode.Diagnostic[],
  lines: { startLine: number; endLine: number },
): ComposerAttachment {
  const path = displayPath(uri);
  return {
    id: newAttachmentId(),
    kind: 'problems',
    path,
    languageId: 'plaintext',
    ...lines,
    text: problems
      .flatMap((problem) => [
        problemLine(path, problem),
        ...(problem.relatedInformation ?? []).map(
          ({ location, message }) =>
            `  see ${placeOf(displayPath(location.uri), location.range)} ${inOneLine(message)}`,
        ),
      ])
      .join('\n'),
  };
}

function workspaceName(): string {
  return vscode.workspace.name ?? 'the workspace';
}

function isListed({ severity }: vscode.Diagnostic): boolean {
  return severity !== vscode.DiagnosticSeverity.Hint;
}

function compareLines(a: vscode.Diagnostic, b: vscode.Diagnostic): number {
  return a.range.start.compareTo(b.range.start);
}

/** For example `src/duration.ts:12 error Cannot find name 'sek'. [ts 2304]`. */
function problemLine(name: string, { range, severity, message, source, code }: vscode.Diagnostic): string {
  const number = typeof code === 'object' ? code.value : code;
  const origin = [source, number].filter((part) => part !== undefined && part !== '').join(' ');
  return [
    placeOf(name, range),
    SEVERITY_NAMES[severity],
    inOneLine(message),
    ...(origin === '' ? [] : [`[${origin}]`]),
  ].join(' ');
}

function placeOf(name: string, { start }: vscode.Range): string {
  return `${onOneLine(name)}:${start.line + 1}`;
}

function inOneLine(message: string): string {
  return message.replace(/\s+/g, ' ').trim();
}
