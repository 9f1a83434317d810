import * as vscode from 'vscode';

export interface FoundSymbol {
  name: string;
  uri: vscode.Uri;
  /** The full range, or if `isNameOnly` possibly just the name. */
  range: vscode.Range;
  isNameOnly: boolean;
}

/** With its full range. */
export interface DocumentSymbol extends FoundSymbol {
  kind: vscode.SymbolKind;
}

/** All symbols of a document, in order. Language extensions provide them, so this may be slow or never resolve. */
export async function findDocumentSymbols(uri: vscode.Uri): Promise<DocumentSymbol[]> {
  const found = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  const symbols: DocumentSymbol[] = [];
  const add = (symbol: vscode.DocumentSymbol | vscode.SymbolInformation): void => {
    const { name, kind } = symbol;
    if ('location' in symbol) {
      symbols.push({ name, kind, uri, range: symbol.location.range, isNameOnly: false });
    } else {
      symbols.push({ name, kind, uri, range: symbol.range, isNameOnly: false });
    }
    // VS Code merges both types into one object, so one with a `location` may have `children` too.
    if ('children' in symbol) {
      for (const child of symbol.children) {
        add(child);
      }
    }
  };
  for (const symbol of found ?? []) {
    add(symbol);
  }
  return symbols;
}

/** Workspace symbols whose names match. This too may be slow or never resolve. */
export async function findWorkspaceSymbols(query: string): Promise<FoundSymbol[]> {
  const found = await vscode.commands.executeCommand<readonly vscode.SymbolInformation[] | undefined>(
    'vscode.executeWorkspaceSymbolProvider',
    query,
  );
  return (found ?? []).map(({ name, location }) => ({
    name,
    uri: location.uri,
    range: location.range,
    isNameOnly: true,
  }));
}

/** Some language extensions name a method `name()`. */
export function withoutParameters(name: string): string {
  return name.replace(/\(.*$/s, '');
}
