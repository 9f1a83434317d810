import * as vscode from 'vscode';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import type { WrittenQuestion } from '../../../src/vscode/composer/question.ts';
import type { Prompt } from '../../../src/vscode/prompts/prompt.ts';
import { PromptExpander } from '../../../src/vscode/prompts/promptExpander.ts';
import { ok } from '../assert.ts';
import { access } from '../extensionAccess.ts';

export const root = (): vscode.Uri => {
  const folder = vscode.workspace.workspaceFolders?.[0];
  ok(folder, 'No folder is open');
  return folder.uri;
};
export const inWorkspace = (path: string): vscode.Uri => vscode.Uri.joinPath(root(), ...path.split('/'));

export async function write(path: string, text: string | Uint8Array): Promise<void> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  await vscode.workspace.fs.writeFile(inWorkspace(path), bytes);
}

export async function prompts(editor?: vscode.TextEditor): Promise<PromptExpander> {
  return new PromptExpander({
    ...(await access()),
    targetEditor: { source: editor },
    globalStorageUri: inWorkspace('user/globalStorage/assistant'),
  });
}

export async function expand(
  text: string,
  editor?: vscode.TextEditor,
  attachments: readonly ComposerAttachment[] = [],
): Promise<WrittenQuestion> {
  const expanded = await (await prompts(editor)).expandTyped({ text, attachments }, true);
  ok(!('error' in expanded), `Refused: ${JSON.stringify(expanded)}`);
  return expanded;
}

/** Whether a prompt is not a built-in one. */
export function isFile({ source }: Prompt): boolean {
  return 'file' in source;
}

/** Removes the folders that the tests write prompts into. */
export async function removePrompts(): Promise<void> {
  for (const folder of ['.github', 'user', 'docs']) {
    await vscode.workspace.fs
      .delete(inWorkspace(folder), { recursive: true })
      .then(undefined, () => undefined);
  }
}
