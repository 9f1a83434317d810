import * as vscode from 'vscode';
import { linkedFiles } from '../../core/prompts/linkedFiles.ts';
import type { PromptFile } from '../../core/prompts/promptFile.ts';
import { editorVariables, fillPrompt, promptInputs } from '../../core/prompts/promptVariables.ts';
import { CANCELED, failed } from '../actionResult.ts';
import { captureSelection } from '../attachments/captureSelection.ts';
import { captureFiles, captureSources } from '../attachments/kinds/attachmentSource.ts';
import { type CaptureResult, isCaptured, newAttachmentId } from '../attachments/kinds/captureResult.ts';
import { readWithoutAsking } from '../attachments/readingDoor.ts';
import { type ComposerAttachment, isForAllQuestions } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import { displayPath } from '../displayPath.ts';
import { fileOf } from '../findCell.ts';
import { confirmHiddenText } from '../hiddenText.ts';
import type { EditorSource } from '../targetEditor.ts';
import { foreign, t } from '../uiText.ts';
import { pickItem, showInputBox, showQuickPick } from '../vscodeUi.ts';
import { findFileIn, findFiles } from '../workspaceFile.ts';
import { type Prompt, readPrompt } from './prompt.ts';

/** State of the editor and the chat when a prompt is run. */
export interface PromptScope {
  /** The most recently used editor. */
  editor: EditorSource | undefined;
  attached: readonly ComposerAttachment[];
  /** Whether the conversation has turns that the prompt may refer to. */
  hasTurns: boolean;
}

/**
 * Expands a prompt to its text and the attachments to add to the existing ones. Asks the user for the prompt's
 * inputs.
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
  const visible = await confirmHiddenText(body, 'other');
  if (visible === undefined) {
    return { error: CANCELED };
  }
  const resolved = await resolveEditorVariables(name, visible, scope);
  if ('error' in resolved) {
    return resolved;
  }
  const inputs = await askForInputs(name, visible);
  const linked = inputs && (await chooseLinkedFiles(name, file, visible));
  if (inputs === undefined || linked === undefined) {
    return { error: CANCELED };
  }
  const attachments = [...resolved.attachments, ...linked];
  return (
    attachments.find((one) => 'error' in one) ?? {
      text: fillPrompt(visible, { inputs, editor: resolved.values }),
      attachments: attachments.filter(isCaptured),
    }
  );
}

/** Values and attachments of the editor variables. Values are paths inside the workspace, or just names. */
async function resolveEditorVariables(
  name: string,
  body: string,
  scope: PromptScope,
): Promise<{ values: Map<string, string>; attachments: CaptureResult[] } | AskError> {
  const variables = editorVariables(body);
  const values = new Map<string, string>();
  const attachments: ComposerAttachment[] = [];
  const files: CaptureResult[] = [];
  if (variables.includes('selection') || variables.includes('selectedText')) {
    const subject = await resolveSubject(name, scope, true);
    if (subject !== undefined && 'error' in subject) {
      return subject;
    }
    attachments.push(...(subject === undefined ? [] : [subject]));
    const { path } = subject ?? scope.attached[0] ?? { path: '' };
    values.set('selection', path).set('selectedText', path);
  }
  const document = scope.editor?.document;
  if (variables.some((variable) => variable.startsWith('file'))) {
    if (document === undefined) {
      return { error: failed(t('Open the file to use with /{0} and try again.', name)) };
    }
    for (const [variable, value] of fileVariables(displayPath(document.uri))) {
      values.set(variable, value);
    }
    if (variables.includes('file')) {
      const file = await captureIfNotAttached(document.uri, [...scope.attached, ...attachments]);
      if (file === undefined) {
        return { error: CANCELED };
      }
      files.push(...file);
    }
  }
  const folder = workspaceFolderOf(document);
  if (folder !== undefined) {
    values.set('workspaceFolder', folder.name).set('workspaceFolderBasename', folder.name);
  }
  return { values, attachments: [...attachments, ...files] };
}

/**
 * Captures the whole file unless it is attached already. Asks about one from outside of the workspace even if it is open:
 * the user has named the prompt only.
 * @returns `undefined` if the user canceled
 */
async function captureIfNotAttached(
  document: vscode.Uri,
  attached: readonly ComposerAttachment[],
): Promise<CaptureResult[] | undefined> {
  const uri = fileOf(document).toString();
  if (attached.some((other) => other.kind === 'file' && other.uri === uri)) {
    return [];
  }
  const captured = await captureFiles([document], undefined, false);
  return captured.length === 0 ? undefined : captured;
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
  const documentFolder = document && vscode.workspace.getWorkspaceFolder(document.uri);
  return documentFolder ?? vscode.workspace.workspaceFolders?.[0];
}

/** @returns `undefined` if the user canceled */
async function askForInputs(name: string, body: string): Promise<Map<string, string> | undefined> {
  const values = new Map<string, string>();
  for (const input of promptInputs(body)) {
    const value = await showInputBox({
      title: foreign(`/${name}`),
      prompt: foreign(input.name),
      ...(input.placeholder !== undefined && { placeHolder: foreign(input.placeholder) }),
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
 * What a prompt applies to if nothing is attached: the selection, or else the file if the user agrees. The user may
 * also choose to attach nothing, unless `isNeeded`.
 */
async function resolveSubject(
  name: string,
  { editor, attached, hasTurns }: PromptScope,
  isNeeded: boolean,
): Promise<ComposerAttachment | AskError | undefined> {
  if (!attached.every(isForAllQuestions)) {
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
          error: failed(t('Select the code to use with /{0}, or open its file, and try again.', name)),
        };
  }
  return askToAttachFile(name, editor.document.uri, isNeeded);
}

async function askToAttachFile(
  name: string,
  uri: vscode.Uri,
  isNeeded: boolean,
): Promise<ComposerAttachment | AskError | undefined> {
  const file = pickItem({ label: foreign(displayPath(uri)), description: t('Attach Whole File') }, {});
  const attachNothing = pickItem({ label: t('Attach Nothing') }, {});
  const chosen = await showQuickPick(isNeeded ? [file] : [file, attachNothing], {
    title: foreign(`/${name}`),
    placeHolder: t('Nothing is selected. Choose what to attach.'),
    ignoreFocusOut: true,
  });
  if (chosen === undefined) {
    return { error: CANCELED };
  }
  return chosen === file ? (await captureSources([{ kind: 'file', file: uri }], undefined))[0] : undefined;
}

/**
 * Lets the user select which of the files named in the prompt to attach, since a prompt may name files that the user
 * does not want to send. Only existing files of the workspace are offered.
 *
 * @returns `undefined` if the user canceled
 */
async function chooseLinkedFiles(
  name: string,
  prompt: vscode.Uri,
  body: string,
): Promise<CaptureResult[] | undefined> {
  const found = await Promise.all(
    linkedFiles(body).map(async (path) => {
      const uris = await findLinkedFiles(prompt, path);
      const [uri, other] = uris;
      // Of several that may be meant, the user chooses, and whether one goes along that Git ignores.
      const file = uri !== undefined && other === undefined ? await readWithoutAsking(uri) : undefined;
      const picked = file !== undefined && !('error' in file);
      return uris.map((each) => ({ uri: each, picked }));
    }),
  );
  const items = new Map(
    found
      .flat()
      .map(({ uri, picked }) => [
        uri.toString(),
        pickItem({ label: foreign(displayPath(uri)) }, { picked, uri }),
      ]),
  );
  if (items.size === 0) {
    return [];
  }
  const chosen = await showQuickPick([...items.values()], {
    title: foreign(`/${name}`),
    placeHolder: t('Select the files named in the prompt to attach'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return chosen && captureFiles(chosen.map(({ uri }) => uri));
}

/** Resolves a path relative to the prompt file, as in Markdown, or else to its workspace folder, or else to any. */
async function findLinkedFiles(prompt: vscode.Uri, path: string): Promise<vscode.Uri[]> {
  const folder = vscode.workspace.getWorkspaceFolder(prompt)?.uri;
  if (folder !== undefined) {
    const target = vscode.Uri.joinPath(prompt, '..', path);
    const root = folder.path.replace(/\/?$/, '/');
    const isInside = target.path.startsWith(root);
    const file =
      (isInside ? await findFileIn(folder, target.path.slice(root.length)) : undefined) ??
      (await findFileIn(folder, path));
    if (file !== undefined) {
      return [file];
    }
  }
  return findFiles(path);
}
