import * as vscode from 'vscode';
import { cutAsBefore } from '../../core/contextWindow/cutToLines.ts';
import { type ComposerAttachment, isLive } from '../composer/composer.ts';
import { captureDiff } from './kinds/captureDiff.ts';
import type { Captured } from './kinds/captured.ts';
import { captureFile } from './kinds/captureFile.ts';
import { captureFolder } from './kinds/captureFolder.ts';
import { ALL_FILES, captureProblems } from './kinds/captureProblems.ts';

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
  // What is read anew holds its secrets again: they are looked for when it is sent.
  const { leftOutLines: _, redacted: _redacted, ...whole } = attachment;
  const now = cutAsBefore<ComposerAttachment>({ ...whole, text: read.text }, attachment);
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
