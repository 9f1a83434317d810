import type { Spread } from '../spread.ts';
import { table } from '../tables.ts';
import type { Appending } from './appending.ts';
import type { Finding, FoundSpread } from './finding.ts';
import type { HistoryCosts } from './measureHistory.ts';

export function historyTables(costs: HistoryCosts): string {
  return [
    appendingTable(costs.appending),
    findingTable(costs.finding),
    diskTable(costs.finding),
    ['As Markdown:', ...markdownRows(costs)].join('\n'),
  ].join('\n\n');
}

function appendingTable(appending: readonly Appending[]): string {
  return table([
    ['Another turn', 'question ms', 'reply ms', 'bytes for both'],
    ...appending.map((each) => [
      conversationSize(each),
      ms(each.question),
      ms(each.reply),
      number(each.bytes, 0),
    ]),
  ]);
}

function findingTable(finding: readonly Finding[]): string {
  const row = (name: string, found: FoundSpread): string[] => [
    name,
    ...[
      found.list,
      found.listAgain,
      found.firstHits,
      found.firstSearch,
      found.followingHits,
      found.followingSearch,
      found.longestBlock,
    ].map(ms),
  ];
  return table([
    [
      'New process, median ms',
      'list',
      'again',
      'first hits of a first search',
      'complete first search',
      'first hits of the slowest following search',
      'slowest complete following search',
      'longest block',
    ],
    ...finding.flatMap(({ conversations, warm, cold }) => [
      row(`${number(conversations)} conversations, with caches`, warm),
      row('  without caches', cold),
    ]),
  ]);
}

function diskTable(finding: readonly Finding[]): string {
  return table([
    ['Bytes on disk', 'per turn', 'text', 'overhead', 'caches'],
    ...finding.map(({ conversations, turns, files, text, caches }) => [
      `${number(conversations)} conversations`,
      number(files / turns, 0),
      number(text / turns, 0),
      `${number((files / text - 1) * 100, 0)} %`,
      number(caches / turns, 0),
    ]),
  ]);
}

/** Main figures as rows of a Markdown table for documents. */
function markdownRows({ appending, finding }: HistoryCosts): readonly string[] {
  const byLength = appending.filter(({ conversations }) => conversations === 0);
  const byFolderSize = appending.filter(({ conversations }) => conversations > 0);
  const largest = finding.at(-1);
  if (largest === undefined) {
    return [];
  }
  const { conversations, turns, files, text, caches, warm, cold } = largest;
  const questionTimes = (all: readonly Appending[]) =>
    `${all.map(({ question }) => ms(question)).join(', ')} ms`;
  return [
    `| A question on disk, synced, in a conversation of ${list(byLength.map(({ turns }) => turns))} turns | the same | ${questionTimes(byLength)} |`,
    `| The same beside ${list(byFolderSize.map(({ conversations }) => conversations))} conversations | the same | ${questionTimes(byFolderSize)} |`,
    `| List of ${number(conversations)} conversations with ${number(turns)} turns, in a new process | 100 ms | ${ms(warm.list)} ms; from all files ${number(cold.list.median / 1000)} s |`,
    `| Search through their ${number(text / 1e6, 0)} MB, the slowest of several queries | 50 ms | ${ms(warm.followingHits)} ms, with 100 hits ${ms(warm.followingSearch)} ms |`,
    `| The first search of a run | 200 ms | ${ms(warm.firstHits)} ms, with 100 hits ${ms(warm.firstSearch)} ms; from all files ${number(cold.firstHits.median / 1000)} s |`,
    `| A turn with ${number(text / turns, 0)} bytes of text, on disk | | ${number(files / turns, 0)} bytes, and ${number(caches / turns, 0)} in caches |`,
  ];
}

function conversationSize({ turns, conversations }: Appending): string {
  return conversations === 0
    ? `after ${number(turns)} turns`
    : `after ${number(turns)}, beside ${number(conversations)} conversations`;
}

function list(numbers: readonly number[]): string {
  return numbers.map((each) => number(each)).join(', ');
}

function ms({ median }: Spread): string {
  return number(median, median < 10 ? 1 : 0);
}

function number(value: number, digits = 1): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
