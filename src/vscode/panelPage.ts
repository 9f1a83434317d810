import * as vscode from 'vscode';
import type { PanelStrings } from '../protocol/strings.ts';

/** The folder of the built panel: the only one that the page may read. */
export function panelFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist');
}

/**
 * The panel's page. Nothing runs in it but the panel's one script, nothing is fetched from anywhere but the
 * extension's own folder, and no text can become HTML by assignment (Trusted Types).
 */
export function panelPage(webview: vscode.Webview, extensionUri: vscode.Uri, strings: PanelStrings): string {
  const folder = panelFolder(extensionUri);
  const address = (file: string): string =>
    escapeAttribute(webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString());
  const source = webview.cspSource;
  const policy = [
    "default-src 'none'",
    `script-src ${source}`,
    `style-src ${source}`,
    `font-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assistant Chat</title>
<link rel="stylesheet" href="${address('panel.css')}">
<script src="${address('panel.js')}" defer></script>
</head>
<body data-strings="${escapeAttribute(JSON.stringify(strings))}"></body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
