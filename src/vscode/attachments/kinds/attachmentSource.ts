import * as vscode from 'vscode';
import { truncateAsBefore } from '../../../core/contextWindow/truncateToLines.ts';
import { type ComposerAttachment, isLive } from '../../composer/composerAttachment.ts';
import type { EditorSource } from '../../targetEditor.ts';
import { t } from '../../vscodeUi.ts';
import { captureSelection } from '../captureSelection.ts';
import { captureDiff } from './captureDiff.ts';
import { captureFile } from './captureFile.ts';
import { captureFolder } from './captureFolder.ts';
import { ALL_FILES_URI, captureProblems } from './captureProblems.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';
import { captureSymbol } from './captureSymbol.ts';
import { captureTerminal } from './captureTerminal.ts';
import type { FoundSymbol } from './symbols.ts';

/** Something that can be attached, before it is read. */
export type AttachmentSource =
  | { kind: 'selection' | 'terminal' }
  | { kind: 'file' | 'folder'; uri: vscode.Uri }
  | { kind: 'symbol'; symbol: FoundSymbol }
  /** Without `uri`: the problems of the whole workspace. */
  | { kind: 'problems'; uri?: vscode.Uri }
  /** Without `uri`: the repository of the active editor, or the first one. */
  | { kind: 'diff'; uri?: vscode.Uri };

export type CandidateSource = AttachmentSource | { kind: 'currentFile' };

/** A candidate without its key. */
export interface FoundCandidate {
  source: CandidateSource;
  label: string;
  detail?: string;
}

export async function captureSource(
  source: AttachmentSource,
  editor: EditorSource | undefined,
): Promise<CaptureResult> {
  switch (source.kind) {
    case 'selection':
      return (
        (editor && captureSelection(editor, newAttachmentId())) ?? {
          error: t('Nothing is selected. Select the code to ask about.'),
        }
      );
    case 'file':
      return captureFile(source.uri);
    case 'folder':
      return captureFolder(source.uri);
    case 'symbol':
      return captureSymbol(source.symbol);
    case 'problems':
      return captureProblems(source.uri);
    case 'diff':
      return captureDiff(source.uri ?? editor?.document.uri);
    case 'terminal':
      return captureTerminal();
  }
}

/** Whether the URI is a file or a folder is determined from the file system. */
export async function sourceAt(uri: vscode.Uri): Promise<AttachmentSource> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return { kind: (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder', uri };
  } catch {
    // The error is reported when the file is read.
    return { kind: 'file', uri };
  }
}

/**
 * Re-reads a live attachment. Returns the same object if nothing has changed. If the attachment was truncated to fit
 * the context window, the new text is truncated as well.
 */
export async function refreshAttachment(attachment: ComposerAttachment): Promise<CaptureResult> {
  const { uri } = attachment;
  if (uri === undefined || !isLive(attachment)) {
    return attachment;
  }
  const captured = await captureAgain(attachment, uri);
  if ('error' in captured) {
    return captured;
  }
  // Secrets that were redacted are in the new text again. They are detected when it is sent.
  const { leftOutLines: _, redacted: _redacted, ...whole } = attachment;
  const refreshed = truncateAsBefore<ComposerAttachment>({ ...whole, text: captured.text }, attachment);
  return refreshed.text === attachment.text && refreshed.leftOutLines === attachment.leftOutLines
    ? attachment
    : refreshed;
}

async function captureAgain({ kind }: ComposerAttachment, uri: string): Promise<CaptureResult> {
  switch (kind) {
    case 'folder':
      return captureFolder(vscode.Uri.parse(uri));
    case 'problems':
      return captureProblems(uri === ALL_FILES_URI ? undefined : vscode.Uri.parse(uri));
    case 'diff':
      return captureDiff(vscode.Uri.parse(uri));
    default:
      return captureFile(vscode.Uri.parse(uri));
  }
}
