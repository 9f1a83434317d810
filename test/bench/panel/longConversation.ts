import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { encodeRecord } from '../../../src/core/history/records/recordLine.ts';
import { createHistoryFilesOnDisk } from '../../../src/vscode/node/historyFilesOnDisk.ts';
import { conversation, conversationId } from '../history/sampleFolder.ts';

const TURNS = 1000;
/** Identifies the windows of the workspace in the names of what they leave. */
const WORKSPACE = 'bench';

/** Writes a conversation of 1,000 turns and that a window was showing it, as an earlier run would have left them. */
export async function writeLongConversation(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'data/User/globalStorage/assistant.assistant-chat/history/v1');
  await mkdir(folder, { recursive: true });
  const lines = conversation(0, TURNS).map((change, index) =>
    encodeRecord({ v: 1, w: 'earlier', n: index + 1, at: 1_700_000_000_000 + index, ...change }),
  );
  await writeFile(join(folder, `${conversationId(0)}~earlier.jsonl`), Buffer.concat(lines));
  const shown = { id: conversationId(0), drafts: [] };
  await createHistoryFilesOnDisk(folder, 'earlier').writeState(
    `window-${WORKSPACE}-1`,
    Buffer.from(JSON.stringify(shown)),
  );
}

/**
 * Writes the extension's `workspaceState`, which VS Code keeps in the browser, so that it restores the window.
 * @param page of a new browser profile, before the workbench is opened in it
 */
export async function writeWorkspaceState(page: Page, workbenchUrl: string): Promise<void> {
  const { origin, host, searchParams } = new URL(workbenchUrl);
  const folder = `vscode-remote://${host}${searchParams.get('folder')}`;
  // Any page of the origin: storage is per origin.
  await page.goto(`${origin}/version`);
  await page.evaluate(
    ({ database, value }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore('ItemTable').put(value, 'assistant.assistant-chat');
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
        opening.onerror = () => reject(opening.error);
      }),
    {
      // The second is of the path of the workbench.
      database: `vscode-web-state-db-${hashOf(folder)}-${hashOf('')}`,
      value: JSON.stringify({ 'assistant.window': WORKSPACE }),
    },
  );
}

/** The hash with which VS Code identifies the workspace of a folder by its URI. */
function hashOf(text: string): string {
  let hash = 149_417;
  for (let index = 0; index < text.length; index += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  }
  return hash.toString(16);
}
