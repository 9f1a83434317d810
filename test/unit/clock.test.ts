import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../harness/paths.ts';

/** The sources that read the time of day, and what for. A duration is the difference of two `performance.now()`. */
const TIME_OF_DAY: Readonly<Record<string, string>> = {
  'src/client/clock.ts': 'Stamps requests; compared with an HTTP date.',
  'src/core/history/files/historyClock.ts': 'Stamps records; ages the trash and reviews.',
  'src/core/history/openHistory.ts': 'Stamps a file in memory.',
  'src/core/history/transfer/importConversation.ts': 'Stamps what is imported without a time.',
  'src/localService/chat/streamFormats.ts': 'Stamps a reply.',
  'src/localService/server.ts': 'Stamps a request.',
  'src/vscode/asking/createConversations.ts': 'Stamps turns.',
  'src/vscode/composer/recentQuestions.ts': 'Stamps questions.',
  'src/vscode/editing/reviewFiles.ts': 'Stamps a review.',
  'src/vscode/history/files/segmentedHistoryFiles.ts':
    'Compared with the time of a file, whose content is the same under its name.',
  'src/vscode/history/historyList.ts': 'Days left in the trash.',
  'src/vscode/models/statusMenu.ts': 'When today began.',
  'src/vscode/node/atomicFiles.ts':
    'Compared with the time of a temporary file, which is written again if it is lost.',
  'src/webview/format.ts': 'Whether a time is of today.',
};

test('only what stamps, or shows, a time of day reads it', () => {
  const reading = globSync('src/**/*.ts', { cwd: REPOSITORY }).filter((file) =>
    /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/.test(readFileSync(join(REPOSITORY, file), 'utf8')),
  );
  assert.deepEqual(reading.map((file) => file.replaceAll('\\', '/')).sort(), Object.keys(TIME_OF_DAY).sort());
});
