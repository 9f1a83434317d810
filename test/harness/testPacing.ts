import { parseArgs } from 'node:util';
import { type LocalService, startLocalService } from '../../src/localService/server.ts';
import { mostWithin } from '../support/mostWithin.ts';
import { stageExtension } from './buildExtension.ts';
import { launchChromium } from './chromium.ts';
import { type Counts, closingLine, failureLine, NO_TESTS, succeeded } from './counts.ts';
import { copySample } from './sampleCopy.ts';
import { HostOutput } from './vscode/hostOutput.ts';
import { addSuites, type ExtensionUnderTest, openSuites } from './vscode/hostRun.ts';
import { canInstallVscode } from './vscode/installVscode.ts';
import { NEWEST } from './vscode/versions.ts';
import { startVscode } from './vscode/vscodeServer.ts';

const USAGE = `npm run test:pacing [-- --full]: four windows of one VS Code share an API key and exceed its rate limit.
  --full   300 questions with the real limit per minute, which takes more than four minutes; otherwise 80 in a window of 20 s`;

const WINDOW_COUNT = 4;
const MAX_REQUESTS_PER_WINDOW = 60;
const MINUTE_MS = 60_000;
/** Long enough that even a busy machine exceeds the limit, in ms. */
const SHORT_WINDOW_MS = 20_000;

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(USAGE);
} else {
  if (values.full) {
    // Read by the suites in the windows.
    process.env['TEST_LONG'] = '1';
  }
  const counts = canInstallVscode()
    ? await test(values.full ? { windowMs: MINUTE_MS, sends: 300 } : { windowMs: SHORT_WINDOW_MS, sends: 80 })
    : { ...NO_TESTS, skipped: 1 };
  console.log(closingLine('pacing', counts));
  process.exitCode = counts.skipped > 0 || succeeded(counts) ? 0 : 1;
}

interface Questions {
  /** Duration of the rate limit window, in ms. */
  readonly windowMs: number;
  /** Number of questions in all windows together, as `manySends.ts` asks them. */
  readonly sends: number;
}

/** Counts as one test: every question is answered and the service never counts more requests than the limit. */
async function test(questions: Questions): Promise<Counts> {
  const { windowMs } = questions;
  const service = await startLocalService({ windowMs });
  const staged = await stageExtension({ testAccess: { windowMs } });
  try {
    const extension = await addSuites(staged.path, service, {
      entry: 'test/vscode/manySends.ts',
    });
    const problems = [
      ...(await askInWindows(extension, service, questions)),
      ...problemsInRecord(service, questions),
    ];
    for (const problem of problems) {
      console.log(failureLine(problem, `npm run test:pacing${values.full ? ' -- --full' : ''}`));
    }
    return { ...NO_TESTS, [problems.length > 0 ? 'failed' : 'passed']: 1 };
  } finally {
    await staged.remove();
    await service.close();
  }
}

/** Asks the questions in several extension hosts concurrently. Returns a sentence for each window that failed. */
async function askInWindows(
  extension: ExtensionUnderTest,
  { baseUrl }: LocalService,
  { windowMs, sends }: Questions,
): Promise<string[]> {
  const timeout = 600_000 + (sends / MAX_REQUESTS_PER_WINDOW) * 2 * windowMs;
  const sample = await copySample();
  const vscode = await startVscode({ version: NEWEST, settings: { 'assistant.baseUrl': baseUrl } });
  const browser = await launchChromium();
  try {
    const windows = await Promise.all(
      Array.from({ length: WINDOW_COUNT }, async () => {
        const output = new HostOutput();
        const { ended } = await openSuites({
          vscode,
          browser,
          folder: sample.folder,
          extension,
          output,
          timeout,
        });
        return { output, ended };
      }),
    );
    const problems = windows.map(async ({ output, ended }, index) => {
      const outcome = await ended;
      return outcome === 0 ? [] : [`window ${index + 1}: ${outcome}\n${output.others.join('\n')}`];
    });
    return (await Promise.all(problems)).flat();
  } finally {
    await browser.close();
    await vscode.stop();
    await sample.remove();
  }
}

/** Returns a sentence for each violation in the service's record of requests. */
function problemsInRecord(service: LocalService, { windowMs, sends }: Questions): string[] {
  const times = service.requests.map(({ at }) => at);
  const notOk = service.requests.filter(({ status }) => status !== 200);
  const maxInWindow = mostWithin(times, windowMs);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  console.log(
    `  ${times.length} requests in ${seconds.toFixed(1)} s, at most ${maxInWindow} in any ${windowMs / 1000} s, ${notOk.length} with another status than 200`,
  );
  return [
    ...(times.length < sends ? [`only ${times.length} of ${sends} requests arrived`] : []),
    ...(maxInWindow > MAX_REQUESTS_PER_WINDOW
      ? [`${maxInWindow} requests arrived within ${windowMs} ms`]
      : []),
    ...(notOk.length > 0 ? [`statuses: ${notOk.map(({ status }) => status).join()}`] : []),
  ];
}
