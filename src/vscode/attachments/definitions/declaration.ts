import * as vscode from 'vscode';
import { startWithComments } from '../../../core/attachments/declarationLines.ts';
import { linesIn } from '../../../core/editing/textRange.ts';
import { type DocumentSymbol, withoutParameters } from '../kinds/symbols.ts';
import type { TargetDocument } from './targetDocuments.ts';

/** What a language extension says where a name is defined. */
export type Definition = vscode.Location | vscode.LocationLink;

/** Lines from 0, both included. */
interface Declaration {
  readonly name: string;
  /** The declaration itself. */
  readonly range: vscode.Range;
  /** The first line, with the comments above. */
  readonly start: number;
  readonly end: number;
}

/** A name of one of these kinds stands for all that it contains. */
const CONTAINERS: ReadonlySet<vscode.SymbolKind> = new Set([
  vscode.SymbolKind.File,
  vscode.SymbolKind.Module,
  vscode.SymbolKind.Namespace,
  vscode.SymbolKind.Package,
]);

export function uriOf(definition: Definition): vscode.Uri {
  return 'targetUri' in definition ? definition.targetUri : definition.uri;
}

/**
 * The whole declaration, as lines. Some language extensions only tell where its name is: then the innermost symbol of
 * this name that encloses it or, without one, its line. Returns `undefined` for a whole module.
 */
export function declarationOf(
  definition: Definition,
  name: string,
  { document, lines, symbols }: TargetDocument,
): Declaration | undefined {
  const [told, nameRange] =
    'targetUri' in definition
      ? [definition.targetRange, definition.targetSelectionRange ?? definition.targetRange]
      : [definition.range, definition.range];
  const wordRange = document.getWordRangeAtPosition(nameRange.start);
  const word =
    wordRange && lines[wordRange.start.line]?.slice(wordRange.start.character, wordRange.end.character);
  const symbol = symbols.findLast(
    (other) => [name, word].includes(withoutParameters(other.name)) && other.range.contains(nameRange.start),
  );
  const isModule =
    symbol === undefined ? isWholeFile(told, nameRange, word === name, lines) : CONTAINERS.has(symbol.kind);
  if (isModule) {
    return undefined;
  }
  const range = document.validateRange(isNameOnly(told, nameRange, symbol) ? symbol.range : told);
  const { startLine, endLine } = linesIn(range);
  return {
    // Such as `--gap` for `gap`.
    name: symbol === undefined ? (word?.includes(name) ? word : name) : withoutParameters(symbol.name),
    range,
    start: startWithComments(lines, startLine - 1, document.languageId),
    end: endLine - 1,
  };
}

function isNameOnly(
  told: vscode.Range,
  nameRange: vscode.Range,
  symbol: DocumentSymbol | undefined,
): symbol is DocumentSymbol {
  return symbol !== undefined && told.isEqual(nameRange) && symbol.range.contains(told);
}

/** Modules are defined at the start of their file, or by all of it. */
function isWholeFile(
  told: vscode.Range,
  nameRange: vscode.Range,
  isNamed: boolean,
  lines: readonly string[],
): boolean {
  const isAtStart = told.start.isEqual(new vscode.Position(0, 0));
  const isAll = !told.isSingleLine && told.end.line >= lines.findLastIndex((line) => line.trim() !== '');
  return isAtStart && !isNamed && (nameRange.isEmpty || isAll);
}
