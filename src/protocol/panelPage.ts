import type { PanelStrings } from './strings.ts';

interface PanelPageParts {
  /** The language of VS Code, such as `en` or `pt-br`. */
  language: string;
  /** Addresses of the panel's one script and one style, and of the script of its worker, which colours code. */
  script: string;
  style: string;
  codeWorker: string;
  /** The Content Security Policy source of the extension's own files. */
  cspSource: string;
  strings: PanelStrings;
}

/**
 * The panel's page. Nothing runs in it but the panel's one script and its worker, nothing is fetched from anywhere but the
 * extension's own folder, and no text can become HTML by assignment (Trusted Types).
 */
export function panelPage({
  language,
  script,
  style,
  codeWorker,
  cspSource,
  strings,
}: PanelPageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src ${cspSource}`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    // The worker's script is fetched and becomes a blob: browsers take none of another origin.
    `connect-src ${cspSource}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types code-worker',
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
<body data-code-worker="${escapeAttribute(codeWorker)}" data-strings="${escapeAttribute(JSON.stringify(strings))}"></body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
