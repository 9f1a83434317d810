import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBudgets } from '../../bench/budgets.ts';
import { panelResults } from '../../bench/panel/panelResult.ts';
import { THIS_BUILD, TWIN } from '../../bench/panel/subjects.ts';
import { activationResult, type Results } from '../../bench/results.ts';
import { spread } from '../../bench/spread.ts';
import { budgetsTable } from '../../bench/tables.ts';

test('checkBudgets: a budget is met up to its limit and missed above it', () => {
  const results = measured({ vsix: 650_000, usable: [231] });
  assert.deepEqual(
    checkBudgets(results).map(({ measured, isMet }) => [measured, isMet]),
    [
      [650_000, true],
      [0, true],
      [1.155, false],
      [1.155, true],
    ],
  );
});

test('budgetsTable: a value just above its limit is not rounded down to it', () => {
  assert.match(budgetsTable(checkBudgets(measured({ usable: [232] }))), /1\.15 times +1\.16 times +MISSED/);
});

test('checkBudgets: the budget of the composer is about the median of the ratios of each round', () => {
  // The medians are 300 and 200.
  const ratio = checkBudgets(measured({ usable: [100, 300, 500], twin: [200, 300, 100] })).at(-1);
  assert.equal(ratio?.measured, 1);
});

test('checkBudgets: the time per byte of a long reply is compared with the shortest one of the same kind', () => {
  const reply = { text: 'reply', piece: 40, ratio: 2, once: 1, medianUpdate: 1, longestUpdate: 17 };
  const streaming = [
    { ...reply, kilobytes: 20, stream: 20 },
    { ...reply, kilobytes: 20, piece: 8, stream: 1 },
    { ...reply, kilobytes: 100, stream: 160 },
  ];
  assert.deepEqual(
    checkBudgets({ streaming }).map(({ measured, isMet }) => [measured, isMet]),
    [
      [1, true],
      [17, false],
      [1, true],
      [17, false],
      [1, true],
      [17, false],
      [1.6, false],
    ],
  );
});

test('checkBudgets: the budgets of list and search apply to the largest folder with caches', () => {
  const found = (ms: number) => {
    const times = spread([ms]);
    const search = { firstHits: times, firstSearch: times, followingHits: times, followingSearch: times };
    return { ...search, list: times, listAgain: times, longestBlock: times };
  };
  const folder = { turns: 50, files: 1, text: 1, caches: 1, cold: found(9000) };
  const finding = [
    { ...folder, conversations: 10, warm: found(1) },
    { ...folder, conversations: 1000, warm: found(200) },
  ];
  assert.deepEqual(
    checkBudgets({ history: { appending: [], finding } }).map(({ measured, isMet }) => [measured, isMet]),
    [
      [200, false],
      [200, true],
      [200, false],
    ],
  );
});

test('checkBudgets: a start in which another event activated the extension misses a budget', () => {
  const early = checkBudgets(measured({ event: 'onStartupFinished' })).find(({ unit }) => unit === 'starts');
  assert.equal(early?.measured, 1);
  assert.equal(early?.isMet, false);
});

test('checkBudgets: returns no budgets for parts that were not measured', () => {
  assert.deepEqual(checkBudgets({}), []);
});

interface Measured {
  readonly vsix?: number;
  /** In the rounds, as the twin's. */
  readonly usable?: readonly number[];
  readonly twin?: readonly number[];
  readonly event?: string;
}

/** Results of cold starts in which each way back takes as long as the opening. */
function measured({ vsix = 1, usable = [1], twin = [200], event }: Measured): Results {
  const activation = {
    loadCode: 20,
    callActivate: 2,
    finishActivate: 1,
    event: event ?? 'onCommand:assistant.openChat',
  };
  const startsOf = (times: readonly number[]) =>
    times.map((each) => ({ panel: { usable: each }, wayBack: [{ usable: each }] }));
  return {
    sizes: { vsix, bundles: [] },
    activation: activationResult([activation]),
    panel: panelResults([
      { subject: { ...TWIN, name: THIS_BUILD }, starts: startsOf(usable) },
      { subject: TWIN, starts: startsOf(twin) },
    ]),
  };
}
