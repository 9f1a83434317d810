import type * as vscode from 'vscode';
import { askToRead, type Readable } from '../../src/vscode/attachments/readingDoor.ts';
import { ok } from './assert.ts';

/** As if the user had allowed to read it. */
export async function readable(uri: vscode.Uri): Promise<Readable> {
  const [file] = await askToRead([uri], async () => true);
  ok(file && !('error' in file), 'It can’t be read');
  return file;
}
