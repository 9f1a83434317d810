import * as vscode from 'vscode';

const SECTION = 'assistant';

/** What the requests take from the settings. A value that the settings editor would refuse counts as not set. */
interface ChatSettings {
  /** Id of the default model; empty when none is chosen. */
  model: string;
  /** tokens of a reply */
  maxTokens?: number;
  /** 0 to 1 */
  temperature?: number;
  stream: boolean;
}

export function readChatSettings(): ChatSettings {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const maxTokens = settings.get<unknown>('maxTokens');
  const temperature = settings.get<unknown>('temperature');
  const model = settings.get<unknown>('model');
  return {
    model: typeof model === 'string' ? model.trim() : '',
    ...(typeof maxTokens === 'number' && Number.isInteger(maxTokens) && maxTokens > 0 && { maxTokens }),
    ...(typeof temperature === 'number' && temperature >= 0 && temperature <= 1 && { temperature }),
    stream: settings.get('streaming') !== 'off',
  };
}

/**
 * The address as the user wrote it, or empty. Only the user's own value counts: neither a workspace nor
 * another extension's defaults can send the key elsewhere.
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

/** Makes a model the default, for this and all later windows. */
export async function writeModel(model: string): Promise<void> {
  await vscode.workspace.getConfiguration(SECTION).update('model', model, vscode.ConfigurationTarget.Global);
}

/** Whether long lines of code are wrapped in the panel. */
export function readWrapCode(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<unknown>('wrapCode') === true;
}

/** Calls back after a change of any of the extension's settings. */
export function onSettingsChanged(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) {
      changed();
    }
  });
}
