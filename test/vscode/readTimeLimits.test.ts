import * as vscode from 'vscode';
import { readTimeLimits } from '../../src/vscode/readTimeLimits.ts';
import { equal } from './assert.ts';

async function update(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('assistant').update(name, value, vscode.ConfigurationTarget.Global);
}

describe('the time limits', () => {
  afterEach(async () => {
    await update('responseTimeout', undefined);
    await update('idleTimeout', undefined);
  });

  it('are three minutes for the answer and one of silence to begin with', () => {
    const { responseTimeoutMs, idleTimeoutMs, maxWaitMs } = readTimeLimits();
    equal([responseTimeoutMs, idleTimeoutMs, maxWaitMs], [180_000, 60_000, 60_000]);
  });

  it('are those of the settings', async () => {
    await update('responseTimeout', 30);
    await update('idleTimeout', 5);
    const { responseTimeoutMs, idleTimeoutMs } = readTimeLimits();
    equal([responseTimeoutMs, idleTimeoutMs], [30_000, 5000]);
  });

  it('are the first again where the settings make no sense', async () => {
    await update('responseTimeout', 301);
    await update('idleTimeout', '10');
    const { responseTimeoutMs, idleTimeoutMs } = readTimeLimits();
    equal([responseTimeoutMs, idleTimeoutMs], [180_000, 60_000]);
  });
});
