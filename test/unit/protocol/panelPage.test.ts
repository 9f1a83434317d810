import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panelPage } from '../../../src/protocol/panelPage.ts';

const CSP_SOURCE = "'self' https://*.vscode-cdn.net";
const HOST = 'vscode-resource.vscode-cdn.net';

/** Where VS Code serves the folder of the panel, and the source that the page names it by. */
const FOLDERS = {
  'on a desktop': [
    `https://file%2B.${HOST}/home/u/.vscode/assistant-chat-0.1.0/dist`,
    `https://*.${HOST}/home/u/.vscode/assistant-chat-0.1.0/dist/`,
  ],
  'on Windows, in a folder with special characters': [
    `https://file%2B.${HOST}/c%3A/Users/a%20b%3Bc%2Cd/dist`,
    `https://*.${HOST}/c%3A/Users/a%20b%3Bc%2Cd/dist/`,
  ],
  'on a remote machine': [
    `https://vscode-remote%2Bssh-002dremote-002bhost-002ename.${HOST}/home/u/dist`,
    `https://*.${HOST}/home/u/dist/`,
  ],
  'in a browser': [
    'https://assistant.vscode-unpkg.net/assistant/assistant-chat/0.1.0/extension/dist',
    'https://assistant.vscode-unpkg.net/assistant/assistant-chat/0.1.0/extension/dist/',
  ],
  'on a server with a port': ['http://127.0.0.1:8080/a;b,c/dist', 'http://127.0.0.1:8080/a%3Bb%2Cc/dist/'],
  'where no source can name it': ['vscode-webview-resource://uuid/file/dist', CSP_SOURCE],
  'on a host that no source can name': ['https://[::1]/dist', CSP_SOURCE],
} as const;

const PARTS = { firstPaint: { script: 'script', style: 'style' }, nonce: 'nonce' };

for (const [where, [folder, source]] of Object.entries(FOLDERS)) {
  test(`the page loads files from its own folder only, ${where}`, () => {
    const parts = { ...PARTS, language: 'en', translations: {}, draft: '', model: '' };
    const page = panelPage({ ...parts, folder, cspSource: CSP_SOURCE });
    const policy = /content="(default-src [^"]*)"/.exec(page)?.[1] ?? '';
    assert.deepEqual(policy.split('; ').slice(0, 6), [
      "default-src 'none'",
      `script-src 'nonce-nonce' ${source}`,
      `style-src 'nonce-nonce' ${source}`,
      `font-src ${source}`,
      `connect-src ${source}`,
      'worker-src blob:',
    ]);
    assert.ok(page.includes(`data-panel="${folder}/panel.js"`));
  });
}

test('foreign text in the page is text, whatever it contains', () => {
  const hostile = `</textarea><script>"'&quot;\n`;
  const page = panelPage({
    ...PARTS,
    language: hostile,
    folder: FOLDERS['in a browser'][0],
    cspSource: CSP_SOURCE,
    translations: { Message: hostile, Send: hostile },
    draft: hostile,
    model: hostile,
  });
  assert.equal(page.split('</textarea>').length, 2);
  assert.equal(page.split('<script').length, 2);
  assert.equal(page.split(`&lt;/textarea&gt;&lt;script&gt;&quot;'&amp;quot;\n`).length, 7);
});
