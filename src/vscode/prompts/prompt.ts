import * as vscode from 'vscode';
import { type PromptFile, parsePromptFile } from '../../core/prompts/promptFile.ts';
import { failed } from '../actionResult.ts';
import { withReadLimit } from '../attachments/readLimit.ts';
import type { AskError } from '../composer/question.ts';
import { errorCode } from '../fileErrors.ts';
import { t } from '../uiText.ts';

const MAX_PROMPT_FILE_BYTES = 100 * 1024;

/** A predefined question that is run by its name. */
export interface Prompt {
  /** Unique among all prompts. */
  key: string;
  /** The name to type after the slash. */
  name: string;
  detail: string;
  /** The text, or the file that is read on use. */
  source: { text: string } | { file: vscode.Uri };
  isFromWorkspace: boolean;
  /** The model that it is asked with: the first that it names and the service offers. */
  model?: string;
}

/**
 * Reads a prompt file, or returns why it can't be used.
 * @param limitMs as in `withReadLimit`
 */
export async function readPrompt(file: vscode.Uri, limitMs?: number): Promise<PromptFile | AskError> {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const bytes = await withReadLimit(name, readBytes(file, name), limitMs);
  if ('error' in bytes) {
    return bytes;
  }
  try {
    const prompt = parsePromptFile(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return prompt.body === '' ? { error: failed(t('{0} contains no prompt.', name)) } : prompt;
  } catch {
    return { error: failed(t('{0} is not a UTF-8 text file.', name)) };
  }
}

async function readBytes(file: vscode.Uri, name: string): Promise<Uint8Array | AskError> {
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    return size > MAX_PROMPT_FILE_BYTES
      ? { error: failed(t('{0} is larger than 100 KB, the maximum for a prompt.', name)) }
      : await vscode.workspace.fs.readFile(file);
  } catch (error) {
    return { error: failed(t('{0} can’t be read: {1}', name, errorCode(error) ?? String(error))) };
  }
}
