import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../harness/paths.ts';

/**
 * What stores text, by file, and why what the user has redacted is not in it. A new one takes `SecretGuard.redactor`
 * first, and is added here.
 */
const STORES: Readonly<Record<string, string>> = {
  'src/vscode/history/transfer/transferFiles.ts': 'exports, redacted by readExportOptions',
  'src/vscode/asking/fetchReply.ts': 'redacts: requests',
  'src/vscode/editing/storedReviews.ts': 'what proposals add to their documents, redacted by ReviewFiles',
  // The history: turns as they were confirmed.
  'src/core/asking/conversations.ts': 'redacts: titles',
  'src/core/history/recorder.ts': 'redacts: titles',
  'src/core/asking/savedSession.ts': 'no text',
  'src/core/history/files/deletions.ts': 'ids, times and sizes',
  'src/core/history/transfer/importConversation.ts': 'what is in a file of the user already',
  'src/vscode/history/lazyHistory.ts': 'passes on what those above write',
  'src/vscode/history/files/atomicSegments.ts': 'turns',
  'src/vscode/history/files/segmentedHistoryFiles.ts': 'turns',
  // Settings, ids and numbers.
  'src/vscode/attachments/currentFile.ts': 'a toggle',
  'src/vscode/attachments/instructionFiles.ts': 'a toggle and URIs',
  'src/vscode/connection/apiKeyStore.ts': 'an id, and the key in secret storage',
  'src/vscode/connection/clientServices.ts': 'URLs',
  'src/vscode/contextWindow/tokenRatios.ts': 'numbers',
  'src/vscode/history/windowStateStore.ts': 'redacts: drafts, chips, queue, recent questions; an id',
  'src/vscode/settings.ts': 'base URL and model',
};

/** Calls that store or send a text. */
const STORING =
  /\.(?:writeState|writeFile|store|setState|streamChat)\(|[hH]istory\.write\(|(?:[sS]tate|[mM]emento|getConfiguration\(\w*\))\s*\.update\(|localStorage|sessionStorage/;

test('all text that is stored or sent passes the door for what was redacted, or is none of the user’s', () => {
  const files = globSync('src/{extension.ts,{core,vscode}/**/*.ts}', { cwd: REPOSITORY }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  assert.ok(files.length > 100);
  const found = files.filter((file) => STORING.test(readFileSync(join(REPOSITORY, file), 'utf8')));
  assert.deepEqual(found.toSorted(), Object.keys(STORES).toSorted());
  for (const [file, why] of Object.entries(STORES)) {
    if (why.startsWith('redacts')) {
      assert.match(readFileSync(join(REPOSITORY, file), 'utf8'), /redactor\(|redactTexts\(/, file);
    }
  }
});
