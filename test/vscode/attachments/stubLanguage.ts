import * as vscode from 'vscode';

/** What is in the files whose symbols are known. */
export const ORDER = `from price import rate

# What is owed
# in addition.
def tax(price):
    return price * 2

def total(order):
    return order.limit + tax(rate) # tax, Order

class Order:
    """An order."""
    limit = 9
    size = 1
`;

export const PRICE = `import os

@cached
def rate(order):
    return 3


def far():
    return 4
`;

type Answer = vscode.ProviderResult<vscode.Location[] | vscode.LocationLink[]>;

/** Stands for a language extension that knows the symbols of `order.py` and `price.py`, and where names are defined. */
export class StubLanguage {
  /** Where each name is defined. */
  answers: Record<string, () => Answer> = {};
  /** The names that were looked up. */
  asked: string[] = [];
  readonly #registrations: vscode.Disposable;

  /** @param pattern of the files */
  constructor(pattern: string) {
    this.#registrations = vscode.Disposable.from(
      vscode.languages.registerDefinitionProvider(
        { pattern },
        {
          provideDefinition: (document, position) => {
            const word = document.getText(document.getWordRangeAtPosition(position));
            this.asked.push(word);
            return this.answers[word]?.();
          },
        },
      ),
      vscode.languages.registerDocumentSymbolProvider({ pattern }, { provideDocumentSymbols }),
    );
  }

  dispose(): void {
    this.#registrations.dispose();
  }
}

/** An answer that only tells where the name is, as some language extensions do. */
export function nameAt(uri: vscode.Uri, line: number, start: number, end: number): () => Answer {
  return () => [new vscode.Location(uri, new vscode.Range(line, start, line, end))];
}

/** An answer that tells the lines of the whole declaration, too. */
export function declarationAt(uri: vscode.Uri, start: number, end: number): () => Answer {
  const targetSelectionRange = new vscode.Range(start, 0, start, 1);
  return () => [{ targetUri: uri, targetRange: new vscode.Range(start, 0, end, 99), targetSelectionRange }];
}

function provideDocumentSymbols(document: vscode.TextDocument): vscode.DocumentSymbol[] {
  const symbol = (name: string, kind: vscode.SymbolKind, startLine: number, endLine: number) => {
    const range = new vscode.Range(startLine, 0, endLine, 99);
    return new vscode.DocumentSymbol(name, '', kind, range, document.lineAt(startLine).range);
  };
  if (document.uri.path.endsWith('order.py')) {
    const order = symbol('Order', vscode.SymbolKind.Class, 10, 13);
    order.children = [symbol('limit', vscode.SymbolKind.Field, 12, 12)];
    return [order];
  }
  const module = symbol('price', vscode.SymbolKind.Module, 0, 8);
  module.children = [symbol('rate()', vscode.SymbolKind.Function, 3, 4)];
  return document.uri.path.endsWith('price.py') ? [module] : [];
}
