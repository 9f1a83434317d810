import type * as vscode from 'vscode';
import { linesOf } from '../../../core/editing/textRange.ts';
import { fileOf, findCell } from '../../findCell.ts';
import { withTimeout } from '../../withTimeout.ts';
import { ExcludedFiles } from '../files/excludedFiles.ts';
import { type DocumentSymbol, findDocumentSymbols } from '../kinds/symbols.ts';
import { readWithoutAsking } from '../readingDoor.ts';

/** A document that definitions may be taken from. */
export interface TargetDocument {
  readonly document: vscode.TextDocument;
  readonly lines: readonly string[];
  /** Empty if no language extension knows them in time. */
  readonly symbols: readonly DocumentSymbol[];
}

/** Opens the documents that definitions are in, each once. */
export class TargetDocuments {
  readonly #limitMs: number;
  readonly #excluded = new ExcludedFiles();
  readonly #opened = new Map<string, Promise<TargetDocument | undefined>>();

  /** @param limitMs how long a document, and then its symbols, may take */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Returns `undefined` for what must not be read, and what can't be read in time. */
  open(uri: vscode.Uri): Promise<TargetDocument | undefined> {
    const key = uri.toString();
    const opening = this.#opened.get(key) ?? this.#open(uri);
    this.#opened.set(key, opening);
    return opening;
  }

  async #open(uri: vscode.Uri): Promise<TargetDocument | undefined> {
    const document = await withTimeout(this.#limitMs, this.#openDocument(uri), undefined);
    return (
      document && {
        document,
        lines: linesOf(document.getText()),
        symbols: await withTimeout(this.#limitMs, findDocumentSymbols(uri), []),
      }
    );
  }

  async #openDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
    const readable = await readWithoutAsking(fileOf(uri), false, this.#excluded);
    if (readable === undefined || 'error' in readable) {
      return undefined;
    }
    const document = findCell(uri)?.document ?? (await readable.openDocument());
    return 'error' in document ? undefined : document;
  }
}
