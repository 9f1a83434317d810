/**
 * A process that lists and searches all conversations like an extension host that has just started. Prints one line
 * of JSON of type `Found`.
 * `node test/bench/history/findingProcess.ts <folder>`
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createHistory } from '../../../src/core/history/createHistory.ts';
import { createHistorySearch } from '../../../src/core/history/search/createHistorySearch.ts';
import { containsBytes } from '../../../src/vscode/node/containsBytes.ts';
import { createHistoryFilesOnDisk } from '../../../src/vscode/node/historyFilesOnDisk.ts';
import { wordOf } from './sampleText.ts';

/** In ms. */
export interface Found {
  readonly list: number;
  readonly listAgain: number;
  /** Until the first search has hits for a screen. Includes reading the caches or, without caches, all files. */
  readonly firstHits: number;
  /** Until it has all hits that are shown. */
  readonly firstSearch: number;
  /** The same for the slowest query after the first. */
  readonly followingHits: number;
  readonly followingSearch: number;
  /** The longest time that the event loop was blocked. */
  readonly longestBlock: number;
  readonly conversations: number;
}

/** Numbers of hits that the history screen asks for, one after the other. */
const [FIRST_LIMIT, LIMIT] = [15, 100];
/** Words that occur in one, in none, or in all conversations; parts of words; several words; a phrase. */
const QUERIES = [
  wordOf(7),
  'isNowhere',
  'value',
  'zz',
  'x',
  'CAFE returns',
  'function absent',
  '"value returns"',
  'streamerror',
];

const folder = process.argv[2] ?? '';
const files = createHistoryFilesOnDisk(folder, `run${process.pid}`);
const history = createHistory(files, { writer: `run${process.pid}` });
const search = createHistorySearch(files, { containsBytes });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

let conversations = 0;
const list = await timeOf(async () => {
  conversations = (await history.list()).length;
});
const listAgain = await timeOf(() => history.list());
// Most texts are searched completely, and there are more hits than are shown.
const first = await timesOf('"returns value"');
const following: Awaited<ReturnType<typeof timesOf>>[] = [];
for (const query of QUERIES) {
  following.push(await timesOf(query));
}
const found: Found = {
  list,
  listAgain,
  firstHits: first.hits,
  firstSearch: first.complete,
  followingHits: Math.max(...following.map(({ hits }) => hits)),
  followingSearch: Math.max(...following.map(({ complete }) => complete)),
  longestBlock: delay.max / 1e6,
  conversations,
};
await Promise.all([history.dispose(), search.dispose()]);
console.log(JSON.stringify(found));

async function timesOf(query: string): Promise<{ hits: number; complete: number }> {
  let total = 0;
  const hits = await timeOf(async () => {
    ({ total } = await search.search(query, { limit: FIRST_LIMIT }));
  });
  const rest = total > FIRST_LIMIT ? await timeOf(() => search.search(query, { limit: LIMIT })) : 0;
  return { hits, complete: hits + rest };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
