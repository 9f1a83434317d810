import type { Budget } from './budgets.ts';
import type { Bundle } from './bundles.ts';
import type { LongConversation } from './conversation.ts';
import type { Decoding } from './decoding.ts';
import type { ActivationResult, PanelResult } from './results.ts';
import type { Sizes } from './sizes.ts';
import type { Spread } from './spread.ts';
import type { Stopping } from './stopping.ts';
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

export function panelTable(panel: PanelResult): string {
  return table([
    ['Time since Enter on "Open Chat", cold start', ...SPREAD_HEADER],
    spreadRow('webview frame created by VS Code', panel.webviewFrame),
    spreadRow('document of the panel created', panel.panelFrame),
    spreadRow('script of the panel loaded', panel.scriptLoaded),
    spreadRow('composer drawn', panel.composer),
    spreadRow('composer focused', panel.focused),
    spreadRow('typed key in the composer', panel.usable),
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

export function decodingTable(decoding: readonly Decoding[]): string {
  return table([
    ['Decoding a reply', ...SPREAD_HEADER, 'a tenth', 'per byte'],
    ...decoding.map(({ name, whole, tenth, growth }) => [
      ...spreadRow(name, whole),
      number(tenth.median),
      `${number(growth)} times`,
    ]),
  ]);
}

export function stopTable(stop: readonly Stopping[]): string {
  return table([
    ['Time since Stop until', ...SPREAD_HEADER],
    ...stop.flatMap(({ phase, turn, connection }) => [
      spreadRow(`the turn has ended, ${phase}`, turn),
      ...(connection ? [spreadRow('  the service has seen the connection close', connection)] : []),
    ]),
  ]);
}

export function budgetsTable(budgets: readonly Budget[]): string {
  return table([
    ['Budget', 'at most', 'measured', ''],
    ...budgets.map(({ name, unit, limit, measured, isMet }) => [
      name,
      `${number(limit)} ${unit}`,
      `${number(measured)} ${unit}`,
      isMet ? 'met' : 'MISSED',
    ]),
  ]);
}

const SPREAD_HEADER = ['median ms', 'min', 'max'];

function spreadRow(name: string, { median, min, max }: Spread): string[] {
  return [name, number(median), number(min), number(max)];
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 });
}
