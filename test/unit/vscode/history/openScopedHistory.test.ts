import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionContext } from 'vscode';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { openScopedHistory } = await import('../../../../src/vscode/history/openScopedHistory.ts');

test('each time that the history is opened, it writes files of its own', async () => {
  const writers = new Set<string>();
  for (let run = 0; run < 2; run++) {
    // Without a folder, in memory.
    const { history, files, dispose } = await openScopedHistory({} as ExtensionContext);
    await history.write('c', [{ type: 'pin', pinned: true }]);
    for (const { writer } of await files.list()) {
      writers.add(writer);
    }
    await dispose();
  }
  assert.equal(writers.size, 2);
});
