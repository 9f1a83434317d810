import * as vscode from 'vscode';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { withTimeout } from '../withTimeout.ts';
import { captureSelection } from './captureSelection.ts';
import { newAttachmentId } from './kinds/captureResult.ts';
import { type FoundSymbol, findDocumentSymbols } from './kinds/symbols.ts';

const SYMBOLS_TIMEOUT_MS = 2000;

/** Lines before and after a place that is in no small symbol. */
const LINES_AROUND = 10;

/** Sizes of symbols, in lines: what says enough about a place in it, and what is still worth its tokens. */
const SMALL_SYMBOL = { min: 3, max: 40 };
const MAX_SYMBOL_LINES = 300;

export interface CodeAround {
  /** Whole lines: a small symbol, or some lines around the place. */
  readonly range: vscode.Range;
  /** The symbol around these lines, unless it is huge or they are a symbol themselves. */
  readonly symbol?: FoundSymbol;
}

/** Finds the code that a person would look at to understand what is said about a place. */
export async function codeAround(document: vscode.TextDocument, place: vscode.Range): Promise<CodeAround> {
  const found = await withTimeout(SYMBOLS_TIMEOUT_MS, findDocumentSymbols(document.uri), []);
  const enclosing = found
    .filter(({ range }) => range.start.line <= place.start.line && range.end.line >= place.end.line)
    .sort((one, other) => lineCount(one.range) - lineCount(other.range));
  const small = enclosing.findLast(
    ({ range }) => lineCount(range) >= SMALL_SYMBOL.min && lineCount(range) <= SMALL_SYMBOL.max,
  );
  if (small !== undefined) {
    return { range: wholeLines(document, small.range.start.line, small.range.end.line) };
  }
  const range = linesAround(document, place);
  const symbol = enclosing.find(
    (one) => lineCount(one.range) > lineCount(range) && lineCount(one.range) <= MAX_SYMBOL_LINES,
  );
  return symbol === undefined ? { range } : { range, symbol };
}

/** The nearest lines above and below a place, with its own. */
export function linesAround(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  // A problem may span the whole file, such as a brace that is never closed.
  const last = Math.min(end.line, start.line + SMALL_SYMBOL.max);
  return wholeLines(document, start.line - LINES_AROUND, last + LINES_AROUND);
}

/** Attaches lines so that a reply can replace them. `undefined` if they are blank. */
export function captureLines(
  document: vscode.TextDocument,
  { start, end }: vscode.Range,
): ComposerAttachment | undefined {
  return captureSelection({ document, selection: new vscode.Selection(start, end) }, newAttachmentId());
}

function wholeLines(document: vscode.TextDocument, first: number, last: number): vscode.Range {
  return document.validateRange(
    new vscode.Range(Math.max(first, 0), 0, Math.min(last, document.lineCount - 1), Number.MAX_SAFE_INTEGER),
  );
}

function lineCount({ start, end }: vscode.Range): number {
  return end.line - start.line + 1;
}
