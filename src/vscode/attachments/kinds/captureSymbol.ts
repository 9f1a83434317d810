import * as vscode from 'vscode';
import { failed } from '../../actionResult.ts';
import { displayPath } from '../../displayPath.ts';
import { t } from '../../uiText.ts';
import { withTimeout } from '../../withTimeout.ts';
import type { Readable } from '../readingDoor.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';
import { type FoundSymbol, findDocumentSymbols, withoutParameters } from './symbols.ts';

const SYMBOLS_TIMEOUT_MS = 2000;

/** Captures the current text of a symbol, as whole lines. */
export async function captureSymbol(file: Readable, symbol: FoundSymbol): Promise<CaptureResult> {
  const document = await file.openDocument();
  if ('error' in document) {
    return document;
  }
  const { start, end } = document.validateRange(await findFullRange(symbol));
  const text = document.getText(new vscode.Range(start.line, 0, end.line, Number.MAX_SAFE_INTEGER));
  if (text.trim() === '') {
    return { error: failed(t('{0} is empty.', symbol.name)) };
  }
  return {
    id: newAttachmentId(),
    kind: 'symbol',
    path: displayPath(file.uri),
    languageId: document.languageId,
    startLine: start.line + 1,
    endLine: end.line + 1,
    symbol: symbol.name,
    text,
    uri: file.uri.toString(),
  };
}

/** A workspace symbol may have only the range of its name; the document symbol has the full range. */
async function findFullRange({ isNameOnly, uri, range, name }: FoundSymbol): Promise<vscode.Range> {
  if (!isNameOnly) {
    return range;
  }
  const bareName = withoutParameters(name);
  const enclosing = (await withTimeout(SYMBOLS_TIMEOUT_MS, findDocumentSymbols(uri), [])).filter(
    (other) => withoutParameters(other.name) === bareName && other.range.contains(range.start),
  );
  return enclosing.at(-1)?.range ?? range;
}
