import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { packageExtension } from '../harness/buildExtension.ts';
import { testFolder } from '../harness/paths.ts';
import { makeTemporaryFolder } from '../harness/temporaryFolder.ts';
import { NEWEST } from '../harness/vscode/versions.ts';
import { checkBudgets } from './budgets.ts';
import { measureConversation } from './conversation.ts';
import { historyTables } from './history/historyTables.ts';
import { measureHistory } from './history/measureHistory.ts';
import { type Options, type Part, parseOptions, USAGE } from './options.ts';
import { panelResults } from './panel/panelResult.ts';
import { startInTurns } from './panel/startInTurns.ts';
import { installSubject, THIS_BUILD, TWIN, withLongConversation } from './panel/subjects.ts';
import { activationResult, type Results } from './results.ts';
import { measureSizes } from './sizes.ts';
import { measureFrames } from './streaming/measureFrames.ts';
import { measureStreaming } from './streaming/measureStreaming.ts';
import {
  activationTable,
  budgetsTable,
  conversationTable,
  framesTable,
  panelTables,
  sizesTable,
  streamingTable,
} from './tables.ts';

/** Parts that need the packaged extension. The others measure its code. */
const PACKAGE_PARTS: readonly Part[] = ['sizes', 'activation', 'panel'];

const options = parseOptions(process.argv.slice(2));
if (options.help) {
  console.log(USAGE);
} else {
  const machine = describeMachine();
  const results = await measure(options);
  print(results);
  console.log(
    `\n${machine.cores} cores, load average ${machine.loadAverage.toFixed(1)} at the start (other load makes times longer)`,
  );
  console.log(`Written to ${await write({ machine, runs: options.runs, ...results })}`);
  // A missed budget is not an error.
  process.exitCode = results.problem === undefined ? 0 : 1;
}

/** Measures the selected parts. If one of the packaged extension fails, returns the results so far. */
async function measure(selected: Options): Promise<Results> {
  const { parts, runs } = selected;
  let results: Results = {
    ...(parts.has('streaming') && { streaming: await measureStreaming(), frames: await measureFrames() }),
    ...(parts.has('conversation') && { conversation: await measureConversation(runs) }),
    ...(parts.has('history') && { history: await measureHistory(runs) }),
  };
  if (!PACKAGE_PARTS.some((part) => parts.has(part))) {
    return results;
  }
  const folder = await makeTemporaryFolder();
  try {
    const vsix = join(folder.path, 'assistant-chat.vsix');
    await packageExtension(vsix);
    if (parts.has('sizes')) {
      results = { ...results, sizes: await measureSizes(vsix) };
    }
    if (parts.has('activation') || parts.has('panel')) {
      results = { ...results, ...(await measureInVscode(selected, vsix, folder.path)) };
    }
    return results;
  } catch (error) {
    return { ...results, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    await folder.remove();
  }
}

/** Measures this build and, for the part `panel`, all that it is compared with. */
async function measureInVscode(
  { parts, runs, against }: Options,
  vsix: string,
  folder: string,
): Promise<Pick<Results, 'activation' | 'panel'>> {
  const ours = await installSubject(THIS_BUILD, vsix, join(folder, 'this'));
  const others =
    against === undefined ? [] : [await installSubject('the other build', against, join(folder, 'other'))];
  const builds = [ours, ...others];
  const started = parts.has('panel')
    ? [TWIN, ...builds.flatMap((build) => [build, withLongConversation(build)])]
    : parts.has('activation')
      ? [ours]
      : [];
  const all = await startInTurns(started, runs, parts.has('activation') ? ours : undefined);
  const activations = all.flatMap(({ starts }) => starts.flatMap(({ activation }) => activation ?? []));
  return {
    ...(activations.length > 0 && { activation: activationResult(activations) }),
    ...(parts.has('panel') && { panel: panelResults(all) }),
  };
}

function print(results: Results): void {
  const { streaming, frames, conversation, history, sizes, activation, panel, problem } = results;
  const budgets = checkBudgets(results);
  const texts = [
    streaming && streamingTable(streaming),
    frames && framesTable(frames),
    conversation && conversationTable(conversation),
    history && historyTables(history),
    sizes && sizesTable(sizes),
    activation && activationTable(activation),
    panel && panelTables(panel),
    budgets.length > 0 ? budgetsTable(budgets) : undefined,
    problem && `Not measured: ${problem}`,
  ];
  console.log(texts.filter((text) => text !== undefined).join('\n\n'));
}

/** Data on which the times depend. `loadAverage` is that of the last minute, if the system has one. */
function describeMachine() {
  const [loadAverage = 0] = loadavg();
  return { processor: cpus()[0]?.model, cores: availableParallelism(), loadAverage };
}

/** Writes the results to a file named by time and to `latest.json`. Returns the path of the former. */
async function write(results: Results & Record<string, unknown>): Promise<string> {
  const date = new Date().toISOString();
  const record = { date, vscode: NEWEST.name, budgets: checkBudgets(results), ...results };
  const folder = join(testFolder(), 'bench');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${date.slice(0, 19).replaceAll(':', '-')}.json`);
  for (const path of [file, join(folder, 'latest.json')]) {
    await writeFile(path, `${JSON.stringify(record, null, 2)}\n`);
  }
  return file;
}
