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

const WINDOWS = 4;
const LIMIT = 60;
const MINUTE = 60_000;
/** So long that also a busy machine asks for more than the limit in it. */
const SHORT = 20_000;

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(USAGE);
} else {
  if (values.full) {
    // The suites in the windows look there.
    process.env['TEST_LONG'] = '1';
  }
  const counts = canInstallVscode()
    ? await test(values.full ? { windowMs: MINUTE, sends: 300 } : { windowMs: SHORT, sends: 80 })
    : { ...NO_TESTS, skipped: 1 };
  console.log(closingLine('pacing', counts));
  process.exitCode = counts.skipped > 0 || succeeded(counts) ? 0 : 1;
}

interface Questions {
  /** Requests are counted over this time, in ms. */
  readonly windowMs: number;
  /** How many are asked in all windows together, as `manySends.ts` does. */
  readonly sends: number;
}

/** Counts as one test: whether all was answered and the service never counted more than it takes. */
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
      ...problemsAt(service, questions),
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

/** Runs the questions in several extension hosts at once, and says what went wrong in which. */
async function askInWindows(
  extension: ExtensionUnderTest,
  { baseUrl }: LocalService,
  { windowMs, sends }: Questions,
): Promise<string[]> {
  const timeout = 600_000 + (sends / LIMIT) * 2 * windowMs;
  const sample = await copySample();
  const vscode = await startVscode({ version: NEWEST, settings: { 'assistant.baseUrl': baseUrl } });
  const browser = await launchChromium();
  try {
    const windows = await Promise.all(
      Array.from({ length: WINDOWS }, async () => {
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

/** What the service's own record says against the client. */
function problemsAt(service: LocalService, { windowMs, sends }: Questions): string[] {
  const times = service.requests.map(({ at }) => at);
  const refused = service.requests.filter(({ status }) => status !== 200);
  const most = mostWithin(times, windowMs);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  console.log(
    `  ${times.length} requests in ${seconds.toFixed(1)} s, at most ${most} in any ${windowMs / 1000} s, ${refused.length} not answered with 200`,
  );
  return [
    ...(times.length < sends ? [`only ${times.length} requests came`] : []),
    ...(most > LIMIT ? [`${most} requests came in ${windowMs} ms`] : []),
    ...(refused.length > 0 ? [`statuses: ${refused.map(({ status }) => status).join()}`] : []),
  ];
}
