/**
 * A process that lists and searches all conversations like an extension host that has just started. Prints one line
 * of JSON of type `Found`.
 * `node test/bench/history/findingProcess.ts <folder>`
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createHistory } from '../../../src/core/history/createHistory.ts';
import { createHistorySearch } from '../../../src/core/history/search/createHistorySearch.ts';
import { createHistoryFilesOnDisk } from '../../../src/vscode/node/historyFilesOnDisk.ts';
import { wordOf } from './sampleText.ts';

/** In ms. */
export interface Found {
  readonly list: number;
  readonly listAgain: number;
  /** Includes reading the caches or, without caches, all files. */
  readonly firstSearch: number;
  /** The slowest query after the first. */
  readonly slowestSearch: number;
  /** The longest time that the event loop was blocked. */
  readonly longestBlock: number;
  readonly conversations: number;
}

/** Number of results that a list shows at once. */
const LIMIT = 15;
/** Words that occur in one, in none, or in all conversations; parts of words; several words; a phrase. */
const QUERIES = [
  wordOf(7),
  'isNowhere',
  'value',
  'zz',
  'x',
  'CAFE returns',
  'function absent',
  '"returns value"',
  'streamerror',
];

const folder = process.argv[2] ?? '';
const files = createHistoryFilesOnDisk(folder, `run${process.pid}`);
const history = createHistory(files, { writer: `run${process.pid}` });
const search = createHistorySearch(files);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

let conversations = 0;
const list = await timeOf(async () => {
  conversations = (await history.list()).length;
});
const listAgain = await timeOf(() => history.list());
const firstSearch = await timeOf(() => search.search(wordOf(3), { limit: LIMIT }));
const searches: number[] = [];
for (const query of QUERIES) {
  searches.push(await timeOf(() => search.search(query, { limit: LIMIT })));
}
const found: Found = {
  list,
  listAgain,
  firstSearch,
  slowestSearch: Math.max(...searches),
  longestBlock: delay.max / 1e6,
  conversations,
};
await Promise.all([history.dispose(), search.dispose()]);
console.log(JSON.stringify(found));

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
