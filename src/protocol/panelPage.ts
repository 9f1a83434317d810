import type { PanelStrings } from './strings.ts';

interface PanelPageParts {
  /** VS Code's display language, for example `en` or `pt-br`. */
  language: string;
  /** URIs of the panel's script, its style sheet, and the scripts that colorize code and draw formulas. */
  script: string;
  style: string;
  codeWorker: string;
  formulas: string;
  /** `Webview.cspSource`: matches the extension's own files in a Content Security Policy. */
  cspSource: string;
  strings: PanelStrings;
}

/**
 * The panel's HTML. Only the panel's scripts and its worker can run, resources load only from the extension's folder,
 * and no string can become HTML by assignment (Trusted Types).
 */
export function panelPage({
  language,
  script,
  style,
  codeWorker,
  formulas,
  cspSource,
  strings,
}: PanelPageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src ${cspSource}`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    // The worker's script is fetched and loaded as a blob, since browsers reject worker scripts from another origin.
    `connect-src ${cspSource}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types code-worker formulas',
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Assistant Chat</title>
<link rel="stylesheet" href="${escapeAttribute(style)}">
<script src="${escapeAttribute(script)}" defer></script>
</head>
<body data-code-worker="${escapeAttribute(codeWorker)}" data-formulas="${escapeAttribute(formulas)}" data-strings="${escapeAttribute(JSON.stringify(strings))}"></body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
