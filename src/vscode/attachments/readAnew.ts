import * as vscode from 'vscode';
import { type ComposerAttachment, isLive } from '../composer.ts';
import { captureDiff } from './captureDiff.ts';
import type { Captured } from './captured.ts';
import { captureFile } from './captureFile.ts';
import { captureFolder } from './captureFolder.ts';
import { ALL_FILES, captureProblems } from './captureProblems.ts';

/**
 * An attachment with what its source holds now, and all else as it was; the same object where nothing has changed.
 * What was cut off at its end so that the rest fits is cut off again.
 */
export async function readAnew(attachment: ComposerAttachment): Promise<Captured> {
  const { uri } = attachment;
  if (uri === undefined || !isLive(attachment)) {
    return attachment;
  }
  const read = await capture(attachment, uri);
  if ('problem' in read) {
    return read;
  }
  const now = cutAsBefore(attachment, read.text);
  return now.text === attachment.text && now.leftOutLines === attachment.leftOutLines ? attachment : now;
}

async function capture({ kind }: ComposerAttachment, uri: string): Promise<Captured> {
  switch (kind) {
    case 'folder':
      return captureFolder(vscode.Uri.parse(uri));
    case 'problems':
      return captureProblems(uri === ALL_FILES ? undefined : vscode.Uri.parse(uri));
    case 'diff':
      return captureDiff(vscode.Uri.parse(uri));
    default:
      return captureFile(vscode.Uri.parse(uri));
  }
}

/** As many lines as there were stay, where some were left out. */
function cutAsBefore(before: ComposerAttachment, text: string): ComposerAttachment {
  const { leftOutLines, ...rest } = before;
  if (leftOutLines === undefined) {
    return { ...rest, text };
  }
  const kept = before.text.split('\n').length;
  const lines = text.split('\n');
  return lines.length <= kept
    ? { ...rest, text }
    : { ...rest, text: lines.slice(0, kept).join('\n'), leftOutLines: lines.length - kept };
}
