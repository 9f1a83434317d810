import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printedCode, printedFiles } from '../../support/printedCode.ts';

/**
 * What stores text, by file, and why what the user has redacted is not in it. A new one takes `SecretGuard.redactor`
 * first, and is added here.
 */
const STORES: Readonly<Record<string, string>> = {
  'src/vscode/history/transfer/transferFiles.ts': 'exports, redacted by readExportOptions',
  'src/vscode/asking/fetchReply.ts': 'redacts: requests',
  'src/vscode/editing/storedApplied.ts':
    'what was there before code was applied, without what AppliedBlocks redacts',
  'src/vscode/editing/storedReviews.ts': 'what proposals add to their documents, redacted by ReviewFiles',
  // The history: turns as they were confirmed.
  'src/core/asking/conversations.ts': 'redacts: titles',
  'src/core/history/recorder.ts': 'redacts: titles',
  'src/core/asking/savedSession.ts': 'no text',
  'src/core/history/files/deletions.ts': 'ids and times',
  'src/core/history/files/settledFiles.ts': 'times and sizes',
  'src/core/history/transfer/importConversation.ts': 'what is in a file of the user already',
  'src/vscode/history/lazyHistory.ts': 'passes on what those above write',
  'src/vscode/history/files/atomicSegments.ts': 'turns',
  'src/vscode/history/files/segmentedHistoryFiles.ts': 'turns',
  // Settings, ids and numbers.
  'src/vscode/attachments/currentFile.ts': 'a toggle',
  'src/vscode/attachments/instructionFiles.ts': 'a toggle and URIs',
  'src/vscode/connection/apiKeyStore.ts': 'an id, and the key in secret storage',
  'src/vscode/connection/clientServices.ts': 'passes requests on',
  'src/vscode/connection/serviceMemory.ts': 'URLs',
  'src/vscode/contextWindow/tokenRatios.ts': 'numbers',
  'src/vscode/history/windowStateStore.ts': 'redacts: drafts, chips, queue, recent questions; an id',
  'src/vscode/settings.ts': 'base URL and model',
};

/** Members that store or send a text. */
const STORING =
  /\.(?:writeState|writeFile|store|setState|streamChat)\b|\{[^{}]*\b(?:writeState|writeFile|streamChat)\b[^{}]*\}=|[hH]istory\d*\??\.write\b|(?:[sS]tate\d*|[mM]emento\d*|\bgetConfiguration\([^()]*\))\??\.update\b|\b(?:local|session)Storage\b/;

/** Who gets what VS Code stores values in, and only passes it on or reads it. All others that get it store. */
const PASSING: readonly string[] = [
  'src/extension.ts',
  'src/main.ts',
  'src/vscode/attachments/attachments.ts',
  'src/vscode/contextWindow/tokenMeter.ts',
  'src/vscode/history/historyFolder.ts',
  'src/vscode/history/openScopedHistory.ts',
  'src/vscode/history/windowRestore.ts',
  'src/vscode/testAccess.ts',
];

/** The types of these, which have methods with ordinary names. */
const STORAGE = /\bvscode\s*\.\s*(?:Memento|SecretStorage|ExtensionContext)\b/;

test('all text that is stored or sent passes the door for what was redacted, or is none of the user’s', async () => {
  const files = await printedFiles('src/{extension.ts,main.ts,{core,vscode}/**/*.ts}');
  assert.ok(files.length > 100);
  const found = files.filter(({ code }) => STORING.test(code)).map(({ file }) => file);
  assert.deepEqual(found, Object.keys(STORES).toSorted());
  const passing = files.filter(({ file, source }) => STORAGE.test(source) && !(file in STORES));
  assert.deepEqual(
    passing.map(({ file }) => file),
    PASSING,
  );
  for (const { file, code } of files) {
    if (STORES[file]?.startsWith('redacts')) {
      assert.match(code, /\bredactor\(|\bredactTexts\(/, file);
    }
  }
});

for (const source of [
  'await files.writeState(name, bytes);',
  'await files\n  .writeState<Draft>(\n    name,\n    bytes,\n  );',
  'const { writeState } = files;',
  "await fs['writeFile'](uri, bytes);",
  'this.state\n  .update(KEY, text);',
  'vscode.workspace\n  .getConfiguration(SECTION)\n  .update(name, text);',
  'history.write(id, [change]);',
  'secrets.store(KEY, text);',
  "globalThis['localStorage'].a = text;",
]) {
  test(`a call that stores is found: ${source.replaceAll('\n', ' ')}`, async () => {
    assert.match(await printedCode(source), STORING);
  });
}
