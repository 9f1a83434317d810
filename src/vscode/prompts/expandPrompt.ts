import * as vscode from 'vscode';
import { linkedFiles } from '../../core/prompts/linkedFiles.ts';
import type { PromptFile } from '../../core/prompts/promptFile.ts';
import { editorVariables, fillPrompt, promptInputs } from '../../core/prompts/promptVariables.ts';
import { captureSelection, displayPath } from '../attachments/captureSelection.ts';
import { captureFile } from '../attachments/kinds/captureFile.ts';
import { type CaptureResult, isCaptured, newAttachmentId } from '../attachments/kinds/captureResult.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import { escapeLabel } from '../escapeLabel.ts';
import { confirmHiddenText } from '../hiddenText.ts';
import { findWorkspaceFile } from '../workspaceFile.ts';
import { type Prompt, readPrompt } from './prompt.ts';

/** The user was asked and gave up. */
const CANCELED: AskError = { error: '' };

/** What is known where a prompt is used. */
export interface PromptScope {
  /** The editor that was used last. */
  editor: vscode.TextEditor | undefined;
  /** What is attached already. */
  attached: readonly ComposerAttachment[];
  /** Whether anything was said before, which the prompt may be about. */
  hasTurns: boolean;
}

/**
 * The text that a prompt stands for, and what is to be attached to it besides what is attached already. Asks the user
 * for what the prompt wants to know.
 */
export async function expandPrompt(prompt: Prompt, scope: PromptScope): Promise<WrittenQuestion | AskError> {
  if ('text' in prompt.source) {
    const subject = await resolveSubject(prompt.name, scope, false);
    return subject !== undefined && 'error' in subject
      ? subject
      : { text: prompt.source.text, attachments: subject === undefined ? [] : [subject] };
  }
  const read = await readPrompt(prompt.source.file);
  return 'error' in read ? read : expandFile(prompt.name, prompt.source.file, read, scope);
}

async function expandFile(
  name: string,
  file: vscode.Uri,
  { body }: PromptFile,
  scope: PromptScope,
): Promise<WrittenQuestion | AskError> {
  const visible = await confirmHiddenText(body);
  if (visible === undefined) {
    return CANCELED;
  }
  const editor = await resolveEditorVariables(name, visible, scope);
  if ('error' in editor) {
    return editor;
  }
  const inputs = await askForInputs(name, visible);
  const linked = inputs && (await chooseLinkedFiles(name, file, visible));
  if (inputs === undefined || linked === undefined) {
    return CANCELED;
  }
  const attachments = [...editor.attachments, ...linked];
  return (
    attachments.find((one) => 'error' in one) ?? {
      text: fillPrompt(visible, { inputs, editor: editor.values }),
      attachments: attachments.filter(isCaptured),
    }
  );
}

/** What the variables of the editor are called, and what they attach. No path leads out of the workspace. */
async function resolveEditorVariables(
  name: string,
  body: string,
  scope: PromptScope,
): Promise<{ values: Map<string, string>; attachments: CaptureResult[] } | AskError> {
  const wanted = editorVariables(body);
  const values = new Map<string, string>();
  const attachments: ComposerAttachment[] = [];
  const files: CaptureResult[] = [];
  if (wanted.includes('selection') || wanted.includes('selectedText')) {
    const subject = await resolveSubject(name, scope, true);
    if (subject !== undefined && 'error' in subject) {
      return subject;
    }
    attachments.push(...(subject === undefined ? [] : [subject]));
    const { path } = subject ?? scope.attached[0] ?? { path: '' };
    values.set('selection', path).set('selectedText', path);
  }
  const document = scope.editor?.document;
  if (wanted.some((variable) => variable.startsWith('file'))) {
    if (document === undefined) {
      return { error: vscode.l10n.t('Open the file to use with /{0} and try again.', name) };
    }
    for (const [variable, value] of fileVariables(displayPath(document.uri))) {
      values.set(variable, value);
    }
    if (wanted.includes('file')) {
      files.push(...(await captureIfNotAttached(document.uri, [...scope.attached, ...attachments])));
    }
  }
  const folder = workspaceFolderOf(document);
  if (folder !== undefined) {
    values.set('workspaceFolder', folder.name).set('workspaceFolderBasename', folder.name);
  }
  return { values, attachments: [...attachments, ...files] };
}

/** The whole file, unless it is attached. */
async function captureIfNotAttached(
  uri: vscode.Uri,
  attached: readonly ComposerAttachment[],
): Promise<CaptureResult[]> {
  const name = uri.toString();
  return attached.some((other) => other.kind === 'file' && other.uri === name)
    ? []
    : [await captureFile(uri)];
}

function fileVariables(path: string): [string, string][] {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  return [
    ['file', path],
    ['fileBasename', name],
    ['fileBasenameNoExtension', name.replace(/(?<=.)\.[^.]*$/, '')],
    ['fileDirname', slash < 0 ? '.' : path.slice(0, slash)],
  ];
}

function workspaceFolderOf(document: vscode.TextDocument | undefined): vscode.WorkspaceFolder | undefined {
  const own = document && vscode.workspace.getWorkspaceFolder(document.uri);
  return own ?? vscode.workspace.workspaceFolders?.[0];
}

/** @returns `undefined` when the user gave up */
async function askForInputs(name: string, body: string): Promise<Map<string, string> | undefined> {
  const values = new Map<string, string>();
  for (const input of promptInputs(body)) {
    const value = await vscode.window.showInputBox({
      title: `/${name}`,
      prompt: escapeLabel(input.name),
      ...(input.placeholder !== undefined && { placeHolder: escapeLabel(input.placeholder) }),
      ignoreFocusOut: true,
    });
    if (value === undefined) {
      return undefined;
    }
    values.set(input.name, value);
  }
  return values;
}

/**
 * What a prompt is about where nothing is attached: the selection, or else the file, if the user says so. The user may
 * also say that it is about nothing of the kind, unless it is needed.
 */
async function resolveSubject(
  name: string,
  { editor, attached, hasTurns }: PromptScope,
  isNeeded: boolean,
): Promise<ComposerAttachment | AskError | undefined> {
  // How one works in this workspace, and the file that goes along always, are not what a question is about.
  if (attached.some(({ kind, isCurrentFile }) => kind !== 'instructions' && !isCurrentFile)) {
    return undefined;
  }
  const selection = editor && captureSelection(editor, newAttachmentId());
  if (selection !== undefined) {
    return selection;
  }
  if (attached.some(({ isCurrentFile }) => isCurrentFile)) {
    return undefined;
  }
  if (editor === undefined) {
    return hasTurns && !isNeeded
      ? undefined
      : {
          error: vscode.l10n.t('Select the code to use with /{0}, or open its file, and try again.', name),
        };
  }
  return askToAttachFile(name, editor.document.uri, isNeeded);
}

async function askToAttachFile(
  name: string,
  uri: vscode.Uri,
  isNeeded: boolean,
): Promise<ComposerAttachment | AskError | undefined> {
  const file = {
    label: escapeLabel(displayPath(uri)),
    description: vscode.l10n.t('Attach whole file'),
  };
  const nothing = { label: vscode.l10n.t('Attach Nothing') };
  const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem>(
    isNeeded ? [file] : [file, nothing],
    {
      title: `/${name}`,
      placeHolder: vscode.l10n.t('Nothing is selected. Choose what to attach'),
      ignoreFocusOut: true,
    },
  );
  if (chosen === undefined) {
    return CANCELED;
  }
  return chosen === file ? captureFile(uri) : undefined;
}

/**
 * Offers the files of the workspace that a prompt names, to be attached: it may name what the user does not want to
 * send. What is not there is not offered.
 *
 * @returns `undefined` when the user gave up
 */
async function chooseLinkedFiles(
  name: string,
  prompt: vscode.Uri,
  body: string,
): Promise<CaptureResult[] | undefined> {
  const found = await Promise.all(linkedFiles(body).map((path) => findLinkedFile(prompt, path)));
  const files = new Map(found.flatMap((uri) => (uri === undefined ? [] : [[uri.toString(), uri]])));
  if (files.size === 0) {
    return [];
  }
  const items = [...files.values()].map((uri) => ({
    label: escapeLabel(displayPath(uri)),
    picked: true,
    uri,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: `/${name}`,
    placeHolder: vscode.l10n.t('Select the files named in the prompt to attach'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return chosen && Promise.all(chosen.map(({ uri }) => captureFile(uri)));
}

/** A path is relative to the prompt, as in a Markdown file, or else to the workspace. */
async function findLinkedFile(prompt: vscode.Uri, path: string): Promise<vscode.Uri | undefined> {
  return (await findRelativeFile(prompt, path)) ?? findWorkspaceFile(path);
}

async function findRelativeFile(prompt: vscode.Uri, path: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(prompt);
  const target = vscode.Uri.joinPath(prompt, '..', path);
  const root = folder?.uri.path.replace(/\/?$/, '/');
  return folder !== undefined && root !== undefined && target.path.startsWith(root)
    ? findWorkspaceFile(target.path.slice(root.length), [folder.uri])
    : undefined;
}
