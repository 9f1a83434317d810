import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { startLocalService } from '../../src/localService/server.ts';
import { stageExtension } from './buildExtension.ts';
import { openVscode } from './openVscode.ts';
import { longStep } from './progress.ts';
import { copySample } from './sampleCopy.ts';

const USAGE = `npm start [-- --browser]: opens VS Code with the extension, connected to a local service.
  --browser   the VS Code that runs in a browser, even where a desktop one could be used`;

const KEY = process.platform === 'darwin' ? 'Cmd+Alt+A' : 'Ctrl+Alt+A';

const WELCOME = `Assistant Chat, to try out: it is connected to a service on this machine, so nobody types a key.
  1. In VS Code, open duration.ts and select some code.
  2. Press ${KEY}, or run "Assistant: Ask About Selection" from the command palette (F1).
  3. Type a question and press Enter.
Ctrl+C here ends everything.
`;

const { values } = parseArgs({
  options: { browser: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}

console.log(WELCOME);
const undo: (() => Promise<void>)[] = [];
const stopped = new Promise<number>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => resolve(128 + constants.signals[signal]));
  }
});
// What is not yet in `undo` when the signal comes ends with this process: each part sees to that itself.
const code = await Promise.race([stopped, run()]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
for (const end of undo) {
  await end();
}
process.exit(code);

async function run(): Promise<number> {
  const service = await startLocalService();
  undo.unshift(() => service.close());
  const { baseUrl, keys } = service;
  const extension = await longStep('Building the extension', () =>
    stageExtension({ developmentConnection: { baseUrl, apiKey: keys.active } }),
  );
  undo.unshift(() => extension.remove());
  const sample = await copySample();
  undo.unshift(() => sample.remove());
  const vscode = await openVscode({
    extension: extension.path,
    folder: sample.folder,
    inBrowser: values.browser,
  });
  undo.unshift(() => vscode.stop());
  console.log(`\nThe service is at ${baseUrl}`);
  return vscode.ended;
}
