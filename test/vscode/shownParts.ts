import * as vscode from 'vscode';

/**
 * The parts of the window that the extension fills: VS Code gives them to it alone. They are recorded from the import of
 * this module on, which is before the extension is activated.
 */
export const shownParts: { chatView?: vscode.WebviewView; statusBarItem?: vscode.StatusBarItem } = {};

const { registerWebviewViewProvider, createStatusBarItem } = vscode.window;

Object.assign(vscode.window, {
  registerWebviewViewProvider: (
    ...[id, provider, options]: Parameters<typeof registerWebviewViewProvider>
  ): vscode.Disposable =>
    registerWebviewViewProvider(
      id,
      {
        resolveWebviewView: (view, ...rest) => {
          shownParts.chatView = view;
          return provider.resolveWebviewView(view, ...rest);
        },
      },
      options,
    ),
  createStatusBarItem: (...parameters: Parameters<typeof createStatusBarItem>): vscode.StatusBarItem => {
    shownParts.statusBarItem = createStatusBarItem(...parameters);
    return shownParts.statusBarItem;
  },
});
