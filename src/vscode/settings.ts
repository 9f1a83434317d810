import * as vscode from 'vscode';
import { omitUndefined } from '../base/omitUndefined.ts';
import { readNumber } from './numericSettings.ts';

const SECTION = 'assistant';

/** Settings of a request. */
interface ChatSettings {
  /** Id of the default model. Empty if none is selected. */
  model: string;
  /** Maximum number of tokens in a reply. */
  maxTokens?: number;
  /** 0 to 1. */
  temperature?: number;
  stream: boolean;
}

export function readChatSettings(): ChatSettings {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const model = settings.get<unknown>('model');
  return {
    model: typeof model === 'string' ? model.trim() : '',
    ...omitUndefined({ maxTokens: readNumber('maxTokens'), temperature: readNumber('temperature') }),
    stream: settings.get('streaming') !== 'off',
  };
}

/**
 * The base URL as the user entered it, or an empty string. Reads only user settings: otherwise a workspace, or
 * another extension's configuration defaults, could send the API key elsewhere.
 */
export function readBaseUrl(): string {
  const value: unknown = vscode.workspace.getConfiguration(SECTION).inspect('baseUrl')?.globalValue;
  return typeof value === 'string' ? value.trim() : '';
}

export async function writeBaseUrl(baseUrl: string): Promise<void> {
  await vscode.workspace
    .getConfiguration(SECTION)
    .update('baseUrl', baseUrl, vscode.ConfigurationTarget.Global);
}

/** Makes a model the default of all windows. */
export async function writeModel(model: string): Promise<void> {
  await vscode.workspace.getConfiguration(SECTION).update('model', model, vscode.ConfigurationTarget.Global);
}

/** Whether code blocks in the panel wrap by default. */
export function readWrapCode(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<unknown>('wrapCode') === true;
}

/** Whether each change of a document by a code block is reviewed, not only where that is needed. */
export function readAlwaysReview(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<unknown>('review') === 'always';
}

/** Opens the settings editor. @param id of a setting, also of VS Code's own */
export async function openSetting(id: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${id}`);
}

/** Calls back after a change of any setting of this extension. */
export function onSettingsChanged(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) {
      changed();
    }
  });
}
