/** A webview view with a text box and nothing else: no extension's view can be usable sooner. */
const vscode = require('vscode');

exports.activate = ({ extensionUri, subscriptions }) => {
  const resolveWebviewView = ({ webview }) => {
    webview.options = { enableScripts: true, localResourceRoots: [extensionUri] };
    const script = webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'page.js'));
    webview.html = `<!DOCTYPE html><textarea aria-label="Message"></textarea><script src="${script}"></script>`;
  };
  subscriptions.push(
    vscode.window.registerWebviewViewProvider('twin.chat', { resolveWebviewView }),
    vscode.commands.registerCommand('twin.openChat', () => vscode.commands.executeCommand('twin.chat.focus')),
  );
};
