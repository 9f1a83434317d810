import * as vscode from 'vscode';

/** A function, a class or the like, by where it is. */
export interface FoundSymbol {
  name: string;
  uri: vscode.Uri;
  /** All of it, or, where `isNameOnly`, maybe its name alone. */
  range: vscode.Range;
  isNameOnly: boolean;
}

/** All symbols of a document, in order. Language extensions tell them: they may take their time, or never answer. */
export async function findDocumentSymbols(uri: vscode.Uri): Promise<FoundSymbol[]> {
  const found = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  const symbols: FoundSymbol[] = [];
  const add = (symbol: vscode.DocumentSymbol | vscode.SymbolInformation): void => {
    const { name } = symbol;
    if ('location' in symbol) {
      symbols.push({ name, uri, range: symbol.location.range, isNameOnly: false });
      // VS Code hands over both shapes at once, so that `children` may be there as well.
    } else {
      symbols.push({ name, uri, range: symbol.range, isNameOnly: false });
    }
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

/** Symbols of the whole workspace whose name fits. As slow as those of a document. */
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
