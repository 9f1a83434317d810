import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBudgets } from '../../bench/budgets.ts';
import { activationResult, panelResult, type Results } from '../../bench/results.ts';
import { spread } from '../../bench/spread.ts';
import { budgetsTable } from '../../bench/tables.ts';

test('checkBudgets: a budget is met up to its limit and missed above it', () => {
  const results = measured({ vsix: 600_000, host: 250_001, load: 17, usable: 400.1 });
  assert.deepEqual(
    checkBudgets(results).map(({ measured, isMet }) => [measured, isMet]),
    [
      [600_000, true],
      [250_001, false],
      [20, true],
      [0, true],
      [400.1, false],
    ],
  );
});

test('budgetsTable: a value just above its limit is not rounded down to it', () => {
  assert.match(budgetsTable(checkBudgets(measured({ usable: 400.1 }))), /400\.1 ms +MISSED/);
});

test('checkBudgets: decoding has a budget for time and one for growth beyond linear', () => {
  const whole = spread([1001]);
  const decoding = [{ name: 'a line', whole, tenth: spread([10]), growth: 10 }];
  assert.deepEqual(
    checkBudgets({ decoding }).map(({ unit, isMet }) => [unit, isMet]),
    [
      ['ms', false],
      ['times', false],
    ],
  );
});

test('checkBudgets: the budget of Stop covers the end of the turn and, if one is open, of the connection', () => {
  const [quick, slow] = [spread([200]), spread([201])];
  const stop = [
    { phase: 'connecting', turn: quick },
    { phase: 'waiting', turn: slow, connection: quick },
    { phase: 'reading', turn: quick, connection: slow },
  ];
  assert.deepEqual(
    checkBudgets({ stop }).map(({ isMet }) => isMet),
    [true, false, false],
  );
});

test('checkBudgets: the budgets of list and search apply to the largest folder with caches', () => {
  const found = (ms: number) => {
    const times = spread([ms]);
    return { list: times, listAgain: times, firstSearch: times, slowestSearch: times, longestBlock: times };
  };
  const folder = { turns: 50, files: 1, text: 1, caches: 1, cold: found(9000) };
  const finding = [
    { ...folder, conversations: 10, warm: found(1) },
    { ...folder, conversations: 1000, warm: found(200) },
  ];
  assert.deepEqual(
    checkBudgets({ history: { appending: [], finding } }).map(({ measured, isMet }) => [measured, isMet]),
    [
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

test('checkBudgets: throws if the build has no host bundle', () => {
  assert.throws(() => checkBudgets({ sizes: { vsix: 1, bundles: [] } }), /no dist\/extension\.js/);
});

interface Measured {
  readonly vsix?: number;
  readonly host?: number;
  readonly load?: number;
  readonly usable?: number;
  readonly event?: string;
}

/** Results of one cold start in which activation took `load` and 3 ms more. */
function measured({ vsix = 1, host = 1, load = 1, usable = 1, event }: Measured): Results {
  const start = {
    activation: {
      loadCode: load,
      callActivate: 2,
      finishActivate: 1,
      event: event ?? 'onCommand:assistant.openChat',
    },
    panel: { webviewFrame: 1, panelFrame: 1, scriptLoaded: 1, composer: 1, focused: 1, usable },
  };
  return {
    sizes: { vsix, bundles: [{ file: 'dist/extension.js', bytes: host, parts: [] }] },
    activation: activationResult([start]),
    panel: panelResult([start]),
  };
}
