import { createHash } from 'node:crypto';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { createHistory } from '../../src/core/history/createHistory.ts';
import type { StoredConversation } from '../../src/core/history/records/storedConversation.ts';
import { type LocalService, startLocalService } from '../../src/localService/server.ts';
import { createHistoryFilesOnDisk } from '../../src/vscode/node/historyFilesOnDisk.ts';
import { problemsIn } from '../support/traffic.ts';
import { stageExtension } from './buildExtension.ts';
import { launchChromium } from './chromium.ts';
import { type Counts, closingLine, failureLine, NO_TESTS, succeeded } from './counts.ts';
import { testFolder } from './paths.ts';
import { copySample } from './sampleCopy.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';
import { runTrafficWindows, type TrafficResult } from './trafficWindows.ts';
import { addSuites } from './vscode/hostRun.ts';
import { canInstallVscode } from './vscode/installVscode.ts';
import { NEWEST } from './vscode/versions.ts';
import { startVscode } from './vscode/vscodeServer.ts';

const USAGE = `npm run test:history [-- options]: several windows of one VS Code use shared conversations at random while
their extension hosts are killed at random.
  --windows <number>   number of windows (2)
  --rounds <number>    number of rounds, each of which asks, changes, or kills (20)`;

const LATENCY_MS = 5;
const HISTORY_PATH = 'data/User/globalStorage/assistant.assistant-chat/history/v1';

const requestSchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });

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

/**
 * Runs the windows and counts as one test: all acknowledged changes are stored exactly once, and all windows read the
 * same conversations.
 */
async function test(windows: number, rounds: number): Promise<Counts> {
  const service = await startLocalService({ requestsPerMinute: 1_000_000, latencyMs: LATENCY_MS });
  const staged = await stageExtension({ testAccess: true });
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
      entry: `export { run } from './test/vscode/history/sharedConversations.ts';`,
    });
    const result = await runTrafficWindows({
      ...{ vscode, browser, folder: sample.folder, extension, marks: marks.path },
      ...{ windows, rounds },
    });
    const problems = await trafficProblems(result, service, join(vscode.dataDir, HISTORY_PATH));
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

/** Saves the history files and the acknowledgements, and returns the folder. */
async function saveDiagnostics(dataDir: string, { outputs, removing }: TrafficResult): Promise<string> {
  const folder = join(testFolder(), 'artefacts/failed history');
  await rm(folder, { recursive: true, force: true });
  await cp(join(dataDir, HISTORY_PATH), join(folder, 'v1'), { recursive: true });
  const windows = outputs.map(({ processId, acknowledged }) => ({ processId, acknowledged }));
  await writeFile(join(folder, 'acknowledged.json'), JSON.stringify({ removing, windows }, null, 1));
  return folder;
}

/**
 * Returns a sentence for each problem after windows have used the conversations of a folder.
 *
 * @param service has recorded every question that was sent
 */
async function trafficProblems(
  { outputs, removing, kills, problems }: TrafficResult,
  service: LocalService,
  folder: string,
): Promise<string[]> {
  const acknowledged = [...removing, ...outputs.flatMap((output) => output.acknowledged)];
  const conversations = await readAll(folder);
  const removed = new Set(
    acknowledged.flatMap((change) => (change.type === 'removing' ? [change.turn] : [])),
  );
  const questions = [...conversations.values()].flatMap(({ turns }) =>
    turns.flatMap((turn) => (turn.kind === 'user' ? [turn.text] : [])),
  );
  const sentQuestions = new Set(service.requests.flatMap(({ body }) => questionIn(body) ?? []));
  console.log(
    `  ${outputs.length} windows, ${kills} killed, ${sentQuestions.size} questions, ${acknowledged.length} acknowledgements, ${conversations.size} conversations`,
  );
  const digests = new Map([...conversations].map(([id, { turns }]) => [id, digestOf(turns)]));
  const readings = outputs.map((output) => output.readings).filter((reading) => reading.size > 0);
  return [
    ...problems,
    ...(kills === 0 ? ['No extension host was killed'] : []),
    ...(readings.length === 0 ? ['No window read the conversations at the end'] : []),
    ...problemsIn(acknowledged, conversations),
    // Questions must be on disk before their requests are sent.
    ...[...sentQuestions]
      .filter((question) => !removed.has(question) && !questions.includes(question))
      .map((question) => `${question} was sent but is missing`),
    ...(new Set(questions).size < questions.length ? ['A question occurs twice'] : []),
    ...readings.flatMap((reading) =>
      [...reading].flatMap(([id, digest]) =>
        digests.get(id) === digest ? [] : [`A window reads ${id} differently than it is on disk`],
      ),
    ),
  ];
}

async function readAll(folder: string): Promise<Map<string, StoredConversation>> {
  const history = createHistory(createHistoryFilesOnDisk(folder, 'reader'), { writer: 'reader' });
  const found = new Map<string, StoredConversation>();
  for (const { id } of await history.list()) {
    const conversation = await history.open(id);
    if (conversation !== undefined) {
      found.set(id, conversation);
    }
  }
  await history.dispose();
  return found;
}

function digestOf(turns: StoredConversation['turns']): string {
  return [...createHash('sha256').update(JSON.stringify(turns)).digest()].join();
}

/** Returns the text of the last question, as `sharedConversations.ts` creates them. */
function questionIn(body: unknown): string | undefined {
  const last = requestSchema.safeParse(body).data?.messages.findLast(({ role }) => role === 'user');
  return /Question [0-9a-f-]{36}/.exec(JSON.stringify(last?.content) ?? '')?.[0];
}
