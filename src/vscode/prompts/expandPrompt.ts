import * as vscode from 'vscode';
import type { PromptFile } from '../../core/prompts/promptFile.ts';
import { editorVariables, fillPrompt, promptInputs } from '../../core/prompts/promptVariables.ts';
import type { NotAsked, WrittenQuestion } from '../asking/prepareQuestion.ts';
import { type Captured, isCaptured } from '../attachments/kinds/captured.ts';
import { captureFile } from '../attachments/kinds/captureFile.ts';
import { shownPath } from '../attachments/selectionCapture.ts';
import type { ComposerAttachment } from '../composer/composer.ts';
import { textToPlace } from '../hiddenText.ts';
import { plainLabel } from '../plainLabel.ts';
import { chooseLinkedFiles } from './chooseLinkedFiles.ts';
import type { Prompt } from './prompt.ts';
import { readPrompt } from './readPrompt.ts';
import { type PromptPlace, subjectOf } from './subject.ts';

/** The user was asked and gave up. */
const GIVEN_UP: NotAsked = { problem: '' };

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
