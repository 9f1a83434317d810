import type { Results } from './results.ts';
import type { Sizes } from './sizes.ts';
import type { Streaming } from './streaming/measureStreaming.ts';

export interface Budget {
  readonly name: string;
  readonly unit: 'bytes' | 'ms' | 'starts' | 'times';
  readonly limit: number;
  readonly measured: number;
  readonly isMet: boolean;
}

/** The activation event of the command with which the benchmark opens the chat. */
const EXPECTED_EVENT = 'onCommand:assistant.openChat';

/** Compares the results with the budgets. KB are 1000 bytes. */
export function checkBudgets({
  decoding = [],
  stop = [],
  streaming = [],
  frames = [],
  conversation,
  history,
  sizes,
  activation,
  panel,
}: Results): readonly Budget[] {
  const budgets: Omit<Budget, 'isMet'>[] = decoding.flatMap(({ name, whole, growth }) => [
    { name: `Decoding ${name}, median`, unit: 'ms', limit: 1000, measured: whole.median },
    {
      name: `Time per byte of ${name}, relative to a tenth of it`,
      unit: 'times',
      limit: 3,
      measured: growth,
    },
  ]);
  for (const { phase, turn, connection } of stop) {
    budgets.push({
      name: `Stop ${phase}, median`,
      unit: 'ms',
      limit: 200,
      measured: Math.max(turn.median, connection?.median ?? 0),
    });
  }
  budgets.push(...streaming.flatMap(streamingBudgets));
  for (const { text, kilobytes, longest } of frames) {
    budgets.push({
      name: `Frame of ${text}, ${kilobytes} KB, longest`,
      unit: 'ms',
      limit: 16,
      measured: longest,
    });
  }
  if (conversation) {
    const { firstPaint, slowestKeystroke } = conversation;
    budgets.push(
      { name: 'First paint of 1,000 turns, median', unit: 'ms', limit: 300, measured: firstPaint.median },
      {
        name: 'Slowest keystroke in 1,000 turns, median',
        unit: 'ms',
        limit: 16,
        measured: slowestKeystroke.median,
      },
    );
  }
  const all = history?.finding.at(-1);
  if (all) {
    const { conversations, warm } = all;
    const name = `${conversations.toLocaleString('en')} conversations`;
    budgets.push(
      { name: `List of ${name}, new process, median`, unit: 'ms', limit: 300, measured: warm.list.median },
      {
        name: `Slowest search in ${name}, median`,
        unit: 'ms',
        limit: 100,
        measured: warm.slowestSearch.median,
      },
    );
  }
  if (sizes) {
    budgets.push(
      { name: 'Package (VSIX)', unit: 'bytes', limit: 600_000, measured: sizes.vsix },
      {
        name: 'Host bundles, including lazy modules, minified',
        unit: 'bytes',
        limit: 250_000,
        measured: hostBytes(sizes),
      },
    );
  }
  if (activation) {
    const earlyStarts = activation.events.filter((event) => event !== EXPECTED_EVENT).length;
    budgets.push(
      { name: 'Activation, median', unit: 'ms', limit: 20, measured: activation.total.median },
      { name: 'Activated before the command', unit: 'starts', limit: 0, measured: earlyStarts },
    );
  }
  if (panel) {
    budgets.push({ name: 'Composer usable, median', unit: 'ms', limit: 400, measured: panel.usable.median });
  }
  return budgets.map((budget) => ({ ...budget, isMet: budget.measured <= budget.limit }));
}

/** Budgets of drawing a streamed reply relative to drawing it once, and of one update. */
function streamingBudgets(ours: Streaming): Omit<Budget, 'isMet'>[] {
  const { text, kilobytes, piece, ratio, medianUpdate, longestUpdate } = ours;
  const name = `${text} of ${kilobytes} KB in parts of ${piece} characters`;
  return [
    ...(piece === 40
      ? [
          {
            name: `Streaming ${name}, relative to drawing it once`,
            unit: 'times',
            limit: 5,
            measured: ratio,
          } as const,
        ]
      : []),
    { name: `Update of ${name}, median`, unit: 'ms', limit: 0.3, measured: medianUpdate },
    { name: `Update of ${name}, longest`, unit: 'ms', limit: 16, measured: longestUpdate },
  ];
}

/** Bytes of all scripts of the Node host, including lazy ones. */
function hostBytes({ bundles }: Sizes): number {
  const scripts = bundles.filter(
    ({ file }) =>
      file.endsWith('.js') &&
      !['dist/extension.web.js', 'dist/panel.js', 'dist/codeWorker.js', 'dist/formulas.js'].includes(file),
  );
  if (!scripts.some(({ file }) => file === 'dist/extension.js')) {
    throw new Error('The build wrote no dist/extension.js');
  }
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
}
