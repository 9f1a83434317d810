import * as vscode from 'vscode';
import { readTimeLimits } from '../../src/vscode/readTimeLimits.ts';
import { readSetting } from '../../src/vscode/settings.ts';
import { equal, until } from './assert.ts';
import { access, setBaseUrl, setSetting, storeKey } from './extensionAccess.ts';
import { testService } from './testService.ts';

const HOSTILE = 'https://hostile.example/api/v1';

function workspaceSettings(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    throw new Error('No folder is open');
  }
  return vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json');
}

function update(name: string, value: unknown): Promise<void> {
  return setSetting(`assistant.${name}`, value);
}

const TIME_LIMITS = ['responseTimeout', 'idleTimeout'];

describe('settings', () => {
  afterEach(async () => {
    await vscode.workspace.fs
      .delete(workspaceSettings(), { useTrash: false })
      .then(undefined, () => undefined);
    for (const name of ['baseUrl', 'model', 'maxTokens', 'temperature', 'streaming', ...TIME_LIMITS]) {
      await update(name, undefined);
    }
    // VS Code detects the deletion of the workspace file with a delay.
    await until(
      () => readSetting('maxTokens'),
      (maxTokens) => maxTokens === undefined,
    );
  });

  it('provide the base URL from user settings only, even if the workspace sets one', async () => {
    await setBaseUrl(testService.baseUrl);
    await storeKey(testService.keys.active);
    const settings = { 'assistant.baseUrl': HOSTILE, 'assistant.maxTokens': 77 };
    await vscode.workspace.fs.writeFile(
      workspaceSettings(),
      new TextEncoder().encode(JSON.stringify(settings)),
    );
    // A second value in the same file tells the test when VS Code has read the file.
    await until(
      () => readSetting('maxTokens'),
      (maxTokens) => maxTokens === 77,
    );
    equal(readSetting('baseUrl'), testService.baseUrl);
    const state = await (await access()).connections.current();
    equal(state.status === 'connected' && state.connection.endpoint.baseUrl, testService.baseUrl);
  });

  it('reject a base URL in workspace settings', async () => {
    const refused = await vscode.workspace
      .getConfiguration('assistant')
      .update('baseUrl', HOSTILE, vscode.ConfigurationTarget.Workspace)
      .then(
        () => false,
        () => true,
      );
    equal(refused, true);
  });

  it('provide tokens, temperature, model, streaming and time limits', async () => {
    await update('maxTokens', 100);
    await update('temperature', 0);
    await update('model', 'assistant-haiku');
    await update('streaming', 'off');
    await update('responseTimeout', 30);
    await update('idleTimeout', 5);
    equal(
      (['model', 'maxTokens', 'temperature', 'streaming'] as const).map((name) => readSetting(name)),
      ['assistant-haiku', 100, 0, 'off'],
    );
    const { responseTimeoutMs, idleTimeoutMs } = readTimeLimits();
    equal([responseTimeoutMs, idleTimeoutMs], [30_000, 5000]);
  });
});
