import { readTimeLimits } from '../../src/vscode/readTimeLimits.ts';
import { equal } from './assert.ts';
import { setSetting } from './extensionAccess.ts';

function update(name: string, value: unknown): Promise<void> {
  return setSetting(`assistant.${name}`, value);
}

describe('time limits', () => {
  afterEach(async () => {
    await update('responseTimeout', undefined);
    await update('idleTimeout', undefined);
  });

  it('default to 180 s for the response and 60 s of idle time', () => {
    const { responseTimeoutMs, idleTimeoutMs, maxWaitMs } = readTimeLimits();
    equal([responseTimeoutMs, idleTimeoutMs, maxWaitMs], [180_000, 60_000, 60_000]);
  });

  it('come from the settings', async () => {
    await update('responseTimeout', 30);
    await update('idleTimeout', 5);
    const { responseTimeoutMs, idleTimeoutMs } = readTimeLimits();
    equal([responseTimeoutMs, idleTimeoutMs], [30_000, 5000]);
  });

  it('are the nearest allowed ones for settings beyond their range, and the defaults for anything else', async () => {
    await update('responseTimeout', 600);
    await update('idleTimeout', '10');
    const { responseTimeoutMs, idleTimeoutMs } = readTimeLimits();
    equal([responseTimeoutMs, idleTimeoutMs], [300_000, 60_000]);
  });
});
