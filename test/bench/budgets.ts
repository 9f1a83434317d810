import { longNameOf, THIS_BUILD } from './panel/subjects.ts';
import type { Results } from './results.ts';
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

/** Nothing may keep a key waiting for longer, in ms. */
const LONGEST_TASK_MS = 50;

/** Time between two frames, in ms. */
const FRAME_MS = 16;

/** How much later than the twin's the composer may be usable, by subject. */
const OPENING_LIMITS: ReadonlyMap<string, number> = new Map([
  [THIS_BUILD, 1.15],
  [longNameOf(THIS_BUILD), 1.25],
]);

/** Compares the results with the budgets. KB are 1000 bytes. */
export function checkBudgets({
  streaming = [],
  frames = [],
  conversation,
  history,
  sizes,
  activation,
  panel = [],
}: Results): readonly Budget[] {
  const budgets = streamingBudgets(streaming);
  for (const { text, kilobytes, longest } of frames) {
    budgets.push({
      name: `Frame of ${text}, ${kilobytes} KB, longest`,
      unit: 'ms',
      limit: LONGEST_TASK_MS,
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
        limit: LONGEST_TASK_MS,
        measured: slowestKeystroke.median,
      },
    );
  }
  const all = history?.finding.at(-1);
  if (all) {
    const { conversations, warm } = all;
    const name = `${conversations.toLocaleString('en')} conversations`;
    budgets.push(
      { name: `List of ${name}, new process, median`, unit: 'ms', limit: 100, measured: warm.list.median },
      {
        name: `First hits of a first search in ${name}, median`,
        unit: 'ms',
        limit: 200,
        measured: warm.firstHits.median,
      },
      {
        name: `Slowest following search in ${name}, median`,
        unit: 'ms',
        limit: 50,
        measured: warm.followingHits.median,
      },
    );
  }
  if (sizes) {
    budgets.push({ name: 'Package (VSIX)', unit: 'bytes', limit: 650_000, measured: sizes.vsix });
  }
  if (activation) {
    const earlyStarts = activation.events.filter((event) => event !== EXPECTED_EVENT).length;
    budgets.push({ name: 'Activated before the command', unit: 'starts', limit: 0, measured: earlyStarts });
  }
  for (const { subject, opening, wayBack } of panel) {
    const limit = OPENING_LIMITS.get(subject);
    if (limit !== undefined && opening.ratio && wayBack.ratio) {
      budgets.push(
        {
          name: `Opening ${subject}, relative to the twin`,
          unit: 'times',
          limit,
          measured: opening.ratio.median,
        },
        {
          name: `Way back to ${subject}, relative to the twin`,
          unit: 'times',
          limit: 1.3,
          measured: wayBack.ratio.median,
        },
      );
    }
  }
  return budgets.map((budget) => ({ ...budget, isMet: budget.measured <= budget.limit }));
}

/**
 * Budgets of one update of a growing reply, and of what its text costs as the reply gets longer. The panel updates a reply
 * once per frame, so the median is a share of the time of the page.
 */
function streamingBudgets(streaming: readonly Streaming[]): Omit<Budget, 'isMet'>[] {
  return streaming.flatMap((reply) => {
    const { text, kilobytes, piece, medianUpdate, longestUpdate } = reply;
    const shortest = streaming.find((other) => other.text === text && other.piece === piece) ?? reply;
    const name = `${text} of ${kilobytes} KB in parts of ${piece} characters`;
    return [
      { name: `Update of ${name}, median`, unit: 'ms', limit: FRAME_MS / 10, measured: medianUpdate },
      { name: `Update of ${name}, longest`, unit: 'ms', limit: FRAME_MS, measured: longestUpdate },
      ...(shortest === reply
        ? []
        : [
            {
              name: `Time per byte of ${name}, relative to ${shortest.kilobytes} KB`,
              unit: 'times',
              limit: 1.5,
              measured: timePerByte(reply) / timePerByte(shortest),
            } as const,
          ]),
    ];
  });
}

function timePerByte({ stream, kilobytes }: Streaming): number {
  return stream / kilobytes;
}
