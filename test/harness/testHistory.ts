import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalService } from '../../src/localService/server.ts';
import { stageExtension } from './buildExtension.ts';
import { launchChromium } from './chromium.ts';
import { type Counts, closingLine, failureLine, NO_TESTS, succeeded } from './counts.ts';
import { addSuites } from './hostRun.ts';
import { canInstallVscode } from './installVscode.ts';
import { testFolder } from './paths.ts';
import { copySample } from './sampleCopy.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';
import { trafficProblems } from './trafficProblems.ts';
import { runTrafficWindows, type TrafficResult } from './trafficWindows.ts';
import { NEWEST } from './versions.ts';
import { startVscode } from './vscodeServer.ts';

const USAGE = `npm run test:history [-- options]: windows of one VS Code ask and change things at random in conversations that
they share, and one or another of their extension hosts is killed at any moment: two windows with 20 rounds.
  --windows <number>   so many windows
  --rounds <number>    so much is asked, changed or killed`;

/** In ms: the place of the minute that requests are counted over, and how slowly a reply comes. */
const SHORT = 3000;
const LATENCY = 5;
const HISTORY = 'data/User/globalStorage/assistant.assistant-chat/history/v1';

const { values } = parseArgs({
  options: {
    windows: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
} else {
  const counts =
    canInstallVscode() && process.platform === 'linux'
      ? await test(Number(values.windows), Number(values.rounds))
      : { ...NO_TESTS, skipped: 1 };
  console.log(closingLine('history', counts));
  process.exitCode = counts.skipped > 0 || succeeded(counts) ? 0 : 1;
}

/** Counts as one test: whether all that was acknowledged is there, once, and all windows read the same. */
async function test(windows: number, rounds: number): Promise<Counts> {
  const service = await startLocalService({ windowMs: SHORT, latencyMs: LATENCY });
  const staged = await stageExtension({ testAccess: { windowMs: SHORT } });
  const marks = await makeTemporaryFolder();
  const sample = await copySample();
  const vscode = await startVscode({
    version: NEWEST,
    settings: { 'assistant.baseUrl': service.baseUrl },
    env: { TRAFFIC_FOLDER: marks.path },
  });
  const browser = await launchChromium();
  try {
    const extension = await addSuites(staged.path, service, {
      entry: 'test/vscode/history/sharedConversations.ts',
    });
    const result = await runTrafficWindows({
      ...{ vscode, browser, folder: sample.folder, extension, marks: marks.path },
      ...{ windows, rounds },
    });
    const problems = await trafficProblems(result, service, join(vscode.dataDir, HISTORY));
    if (problems.length > 0) {
      console.log(`Files and acknowledgements: ${await saveDiagnostics(vscode.dataDir, result)}`);
    }
    for (const problem of problems) {
      console.log(failureLine(problem, `npm run test:history -- --windows ${windows} --rounds ${rounds}`));
    }
    return { ...NO_TESTS, [problems.length > 0 ? 'failed' : 'passed']: 1 };
  } finally {
    await browser.close();
    await vscode.stop();
    await Promise.all([sample, marks, staged].map((folder) => folder.remove()));
    await service.close();
  }
}

/** Keeps the files of the conversations and what was acknowledged; returns the folder. */
async function saveDiagnostics(dataDir: string, { outputs, removing }: TrafficResult): Promise<string> {
  const folder = join(testFolder(), 'artefacts/failed history');
  await rm(folder, { recursive: true, force: true });
  await cp(join(dataDir, HISTORY), join(folder, 'v1'), { recursive: true });
  const told = outputs.map(({ processId, acknowledged }) => ({ processId, acknowledged }));
  await writeFile(join(folder, 'acknowledged.json'), JSON.stringify({ removing, told }, null, 1));
  return folder;
}
