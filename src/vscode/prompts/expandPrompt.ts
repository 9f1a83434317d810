import * as vscode from 'vscode';
import { linkedFiles } from '../../core/prompts/linkedFiles.ts';
import type { PromptFile } from '../../core/prompts/promptFile.ts';
import { editorVariables, fillPrompt, promptInputs } from '../../core/prompts/promptVariables.ts';
import { type Captured, isCaptured, newAttachmentId } from '../attachments/kinds/captured.ts';
import { captureFile } from '../attachments/kinds/captureFile.ts';
import { captureSelection, shownPath } from '../attachments/selectionCapture.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { NotAsked, WrittenQuestion } from '../composer/question.ts';
import { textToPlace } from '../hiddenText.ts';
import { plainLabel } from '../plainLabel.ts';
import { findWorkspaceFile } from '../workspaceFile.ts';
import { type Prompt, readPrompt } from './prompt.ts';

/** The user was asked and gave up. */
const GIVEN_UP: NotAsked = { problem: '' };

/** What is known where a prompt is used. */
export interface PromptPlace {
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
export async function expandPrompt(prompt: Prompt, place: PromptPlace): Promise<WrittenQuestion | NotAsked> {
  if ('text' in prompt.from) {
    const subject = await subjectOf(prompt.name, place, false);
    return subject !== undefined && 'problem' in subject
      ? subject
      : { text: prompt.from.text, attachments: subject === undefined ? [] : [subject] };
  }
  const read = await readPrompt(prompt.from.file);
  return 'problem' in read ? read : expandFile(prompt.name, prompt.from.file, read, place);
}

async function expandFile(
  name: string,
  file: vscode.Uri,
  { body }: PromptFile,
  place: PromptPlace,
): Promise<WrittenQuestion | NotAsked> {
  const visible = await textToPlace(body);
  if (visible === undefined) {
    return GIVEN_UP;
  }
  const editor = await editorValues(name, visible, place);
  if ('problem' in editor) {
    return editor;
  }
  const inputs = await askForInputs(name, visible);
  const linked = inputs && (await chooseLinkedFiles(name, file, visible));
  if (inputs === undefined || linked === undefined) {
    return GIVEN_UP;
  }
  const attachments = [...editor.attachments, ...linked];
  return (
    attachments.find((one) => 'problem' in one) ?? {
      text: fillPrompt(visible, { inputs, editor: editor.values }),
      attachments: attachments.filter(isCaptured),
    }
  );
}

/** What the variables of the editor are called, and what they attach. No path leads out of the workspace. */
async function editorValues(
  name: string,
  body: string,
  place: PromptPlace,
): Promise<{ values: Map<string, string>; attachments: Captured[] } | NotAsked> {
  const wanted = editorVariables(body);
  const values = new Map<string, string>();
  const attachments: ComposerAttachment[] = [];
  const files: Captured[] = [];
  if (wanted.includes('selection') || wanted.includes('selectedText')) {
    const subject = await subjectOf(name, place, true);
    if (subject !== undefined && 'problem' in subject) {
      return subject;
    }
    attachments.push(...(subject === undefined ? [] : [subject]));
    const { path } = subject ?? place.attached[0] ?? { path: '' };
    values.set('selection', path).set('selectedText', path);
  }
  const document = place.editor?.document;
  if (wanted.some((variable) => variable.startsWith('file'))) {
    if (document === undefined) {
      return { problem: vscode.l10n.t('Open the file that /{0} is about, and try again.', name) };
    }
    for (const [variable, value] of fileValues(shownPath(document.uri))) {
      values.set(variable, value);
    }
    if (wanted.includes('file')) {
      files.push(...(await wholeFile(document.uri, [...place.attached, ...attachments])));
    }
  }
  const folder = folderOf(document);
  if (folder !== undefined) {
    values.set('workspaceFolder', folder.name).set('workspaceFolderBasename', folder.name);
  }
  return { values, attachments: [...attachments, ...files] };
}

/** The whole file, unless it is attached. */
async function wholeFile(uri: vscode.Uri, attached: readonly ComposerAttachment[]): Promise<Captured[]> {
  const name = uri.toString();
  return attached.some((other) => other.kind === 'file' && other.uri === name)
    ? []
    : [await captureFile(uri)];
}

function fileValues(path: string): [string, string][] {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  return [
    ['file', path],
    ['fileBasename', name],
    ['fileBasenameNoExtension', name.replace(/(?<=.)\.[^.]*$/, '')],
    ['fileDirname', slash < 0 ? '.' : path.slice(0, slash)],
  ];
}

function folderOf(document: vscode.TextDocument | undefined): vscode.WorkspaceFolder | undefined {
  const own = document && vscode.workspace.getWorkspaceFolder(document.uri);
  return own ?? vscode.workspace.workspaceFolders?.[0];
}

/** @returns `undefined` when the user gave up */
async function askForInputs(name: string, body: string): Promise<Map<string, string> | undefined> {
  const values = new Map<string, string>();
  for (const input of promptInputs(body)) {
    const value = await vscode.window.showInputBox({
      title: `/${name}`,
      prompt: plainLabel(input.name),
      ...(input.placeholder !== undefined && { placeHolder: plainLabel(input.placeholder) }),
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
async function subjectOf(
  name: string,
  { editor, attached, hasTurns }: PromptPlace,
  isNeeded: boolean,
): Promise<ComposerAttachment | NotAsked | undefined> {
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
          problem: vscode.l10n.t(
            'Select the code that /{0} is about, or open its file, and try again.',
            name,
          ),
        };
  }
  return offerFile(name, editor.document.uri, isNeeded);
}

async function offerFile(
  name: string,
  uri: vscode.Uri,
  isNeeded: boolean,
): Promise<ComposerAttachment | NotAsked | undefined> {
  const file = {
    label: plainLabel(shownPath(uri)),
    description: vscode.l10n.t('Attach the whole file'),
  };
  const nothing = { label: vscode.l10n.t('Attach Nothing') };
  const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem>(
    isNeeded ? [file] : [file, nothing],
    {
      title: `/${name}`,
      placeHolder: vscode.l10n.t('Nothing is selected. What is the question about?'),
      ignoreFocusOut: true,
    },
  );
  if (chosen === undefined) {
    return GIVEN_UP;
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
): Promise<Captured[] | undefined> {
  const found = await Promise.all(linkedFiles(body).map((path) => findFile(prompt, path)));
  const files = new Map(found.flatMap((uri) => (uri === undefined ? [] : [[uri.toString(), uri]])));
  if (files.size === 0) {
    return [];
  }
  const items = [...files.values()].map((uri) => ({
    label: plainLabel(shownPath(uri)),
    picked: true,
    uri,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: `/${name}`,
    placeHolder: vscode.l10n.t('The prompt names these files. Which of them are to be attached?'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return chosen && Promise.all(chosen.map(({ uri }) => captureFile(uri)));
}

/** A path is relative to the prompt, as in a Markdown file, or else to the workspace. */
async function findFile(prompt: vscode.Uri, path: string): Promise<vscode.Uri | undefined> {
  return (await findBeside(prompt, path)) ?? findWorkspaceFile(path);
}

async function findBeside(prompt: vscode.Uri, path: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(prompt);
  const target = vscode.Uri.joinPath(prompt, '..', path);
  const root = folder?.uri.path.replace(/\/?$/, '/');
  return folder !== undefined && root !== undefined && target.path.startsWith(root)
    ? findWorkspaceFile(target.path.slice(root.length), [folder.uri])
    : undefined;
}
