/** What a page posts first: it is shown, so that what delays it no longer matters. */
export const PAGE_SHOWN = { type: 'pageShown' } as const;

interface PanelPageParts {
  /** VS Code's display language, for example `en` or `pt-br`. */
  language: string;
  /** URI of the folder of the built panel. */
  folder: string;
  /** `Webview.cspSource`: matches the extension's own files in a Content Security Policy, and all others on their host. */
  cspSource: string;
  /** Of the panel's texts, by text in English. Empty in English. */
  translations: Readonly<Record<string, string>>;
  /** The unsent text, as far as it is known before the page has loaded. */
  draft: string;
  /** Name of the model; empty if it is not known yet. */
  model: string;
  /** What runs and applies before any file is loaded: the bundles of `webview/firstPaint.ts` and `media/firstPaint.css`. */
  firstPaint: { readonly script: string; readonly style: string };
  /** Random. Only a script or a style sheet in the page that has it runs or applies. */
  nonce: string;
}

/**
 * The panel's HTML. Only the panel's scripts and its worker can run, resources load only from their folder, and
 * no string can become HTML by assignment (Trusted Types).
 *
 * The text box and the buttons that are always there stand in it, with all that they need, so that they are shown and
 * can be used before any file is loaded. VS Code shows a page only when all files that its HTML names are loaded.
 */
export function panelPage({
  language,
  folder,
  cspSource,
  translations,
  draft,
  model,
  firstPaint,
  nonce,
}: PanelPageParts): string {
  const source = folderSource(folder, cspSource);
  const uri = (file: string): string => escapeAttribute(`${folder}/${file}`);
  const t = (message: string): string => escapeAttribute(translations[message] ?? message);
  const name = (message: string): string => `aria-label="${t(message)}" title="${t(message)}"`;
  // The text box has no `aria-expanded`: a multiline one can't be a combobox. VS Code's editors do the same.
  const icon = (iconName: string): string => `<span class="icon icon-${iconName}" aria-hidden="true"></span>`;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${source}`,
    `style-src 'nonce-${nonce}' ${source}`,
    `font-src ${source}`,
    // The worker's script is fetched and loaded as a blob, since browsers reject worker scripts from another origin.
    `connect-src ${source}`,
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
<style nonce="${nonce}">${firstPaint.style}</style>
</head>
<body data-panel="${uri('panel.js')}" data-styles="${uri('panel.css')}" data-code-worker="${uri('codeWorker.js')}" data-formulas="${uri('formulas.js')}" data-translations="${escapeAttribute(JSON.stringify(translations))}">
<main class="panel"><div class="composer"><div class="composer-box"><div class="composer-text"><textarea dir="auto" aria-autocomplete="list" aria-haspopup="listbox" aria-label="${t('Message')}" placeholder="${t('Ask about your code (@ to add context, / for prompts)')}" data-draft="${escapeAttribute(draft)}"></textarea></div><div class="composer-row"><button type="button" class="icon-button add-button" ${name('Add Context…')}>${icon('add')}</button><button type="button" class="model-button" ${name('Select Model')}><span class="model-name">${escapeAttribute(model)}</span>${icon('chevron-down')}</button><span class="spacer"></span><button type="button" class="send-button" ${name('Send')} aria-disabled="true">${icon('send')}</button></div></div></div></main>
<script nonce="${nonce}">${firstPaint.script}</script>
</body>
</html>`;
}

/**
 * The source of a Content Security Policy that matches what is in a folder, or `fallback` if none can.
 *
 * VS Code's own host, `file+.vscode-resource.vscode-cdn.net`, contains a character that a source can't. Its first label
 * names the file system and the remote machine. Any label matches, but only with the path of the folder.
 */
function folderSource(folder: string, fallback: string): string {
  const url = URL.parse(folder);
  const host = url?.host.replace(/^(?=[^.]*[^a-z0-9.-])[^.]*(?=\.)/, '*') ?? '';
  if (url === null || !/^https?:$/.test(url.protocol) || !/^(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/.test(host)) {
    return fallback;
  }
  return `${url.protocol}//${host}${url.pathname.replaceAll(/[;,]/g, encodeURIComponent)}/`;
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
