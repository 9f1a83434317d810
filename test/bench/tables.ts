import type { Budget } from './budgets.ts';
import type { Bundle } from './bundles.ts';
import type { LongConversation } from './conversation.ts';
import type { PanelResult, Way } from './panel/panelResult.ts';
import { STAGES } from './panel/panelStages.ts';
import type { ActivationResult } from './results.ts';
import type { Sizes } from './sizes.ts';
import type { Spread } from './spread.ts';
import type { Frames } from './streaming/measureFrames.ts';
import type { Streaming } from './streaming/measureStreaming.ts';

/** Aligns cells in columns, the first one to the left and the others to the right. The first row is the header. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const [header = [], ...body] = rows;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

export function sizesTable({ vsix, bundles }: Sizes): string {
  return table([['Size', 'bytes'], ['VSIX', number(vsix)], ...bundles.flatMap(bundleRows)]);
}

/** Rows of a bundle and of its parts that are larger than 1 %. */
function bundleRows({ file, bytes, parts }: Bundle): string[][] {
  return [
    [file, number(bytes)],
    ...parts.filter((part) => part.bytes * 100 > bytes).map((part) => [`  ${part.name}`, number(part.bytes)]),
  ];
}

export function streamingTable(streaming: readonly Streaming[]): string {
  return table([
    [
      'Streaming, script time',
      'KB',
      'part chars',
      'stream ms',
      'once ms',
      'ratio',
      'median ms',
      'longest ms',
    ],
    ...streaming.map((each) => [
      each.text,
      String(each.kilobytes),
      String(each.piece),
      each.stream.toFixed(0),
      each.once.toFixed(0),
      each.ratio.toFixed(1),
      each.medianUpdate.toFixed(2),
      each.longestUpdate.toFixed(1),
    ]),
  ]);
}

export function framesTable(frames: readonly Frames[]): string {
  return table([
    ['Frames of a growing reply', 'KB', 'median ms', 'longest ms'],
    ...frames.map(({ text, kilobytes, median, longest }) => [
      text,
      String(kilobytes),
      number(median),
      number(longest),
    ]),
  ]);
}

export function activationTable(activation: ActivationResult): string {
  const events = [...new Set(activation.events)].join(', ');
  return [
    table([
      ['Activation, measured by VS Code', ...SPREAD_HEADER],
      spreadRow('loading the code', activation.loadCode),
      spreadRow('calling activate', activation.callActivate),
      spreadRow('finishing activate', activation.finishActivate),
      spreadRow('total', activation.total),
    ]),
    `activated by ${events}`,
  ].join('\n');
}

export function panelTables(results: readonly PanelResult[]): string {
  const ratios = results.flatMap(({ subject, opening, wayBack }) => [
    ...(opening.ratio ? [spreadRow(`${subject}: opened`, opening.ratio, 2)] : []),
    ...(wayBack.ratio ? [spreadRow(`${subject}: the way back`, wayBack.ratio, 2)] : []),
  ]);
  return [
    ...(ratios.length > 0
      ? [table([['Usable, relative to the twin', 'median', 'min', 'max'], ...ratios])]
      : []),
    stagesTable(
      'opened',
      results.map(({ subject, opening }) => [subject, opening]),
    ),
    stagesTable(
      'the way back',
      results.map(({ subject, wayBack }) => [subject, wayBack]),
    ),
  ].join('\n\n');
}

function stagesTable(what: string, ways: readonly (readonly [subject: string, Way])[]): string {
  return table([
    [`Median ms since Enter, ${what}`, ...STAGES],
    ...ways.map(([subject, { stages }]) => [
      subject,
      ...STAGES.map((stage) => stages[stage]?.median.toFixed(0) ?? '-'),
    ]),
  ]);
}

export function conversationTable(conversation: LongConversation): string {
  return table([
    ['A conversation of 1,000 turns', ...SPREAD_HEADER],
    spreadRow('first paint', conversation.firstPaint),
    spreadRow('all turns drawn', conversation.complete),
    spreadRow('keystroke while a reply streams', conversation.keystroke),
    spreadRow('slowest of 60 keystrokes', conversation.slowestKeystroke),
    spreadRow('CPU time of the page between two keys', conversation.workOfKey),
  ]);
}

export function budgetsTable(budgets: readonly Budget[]): string {
  return table([
    ['Budget', 'at most', 'measured', ''],
    ...budgets.map(({ name, unit, limit, measured, isMet }) => {
      const digits = unit === 'times' ? 2 : 1;
      return [
        name,
        `${number(limit, digits)} ${unit}`,
        `${number(measured, digits)} ${unit}`,
        isMet ? 'met' : 'MISSED',
      ];
    }),
  ]);
}

const SPREAD_HEADER = ['median ms', 'min', 'max'];

function spreadRow(name: string, { median, min, max }: Spread, digits = 1): string[] {
  return [name, ...[median, min, max].map((value) => number(value, digits))];
}

function number(value: number, digits = 1): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
