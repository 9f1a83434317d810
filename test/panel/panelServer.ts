import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { panelPage } from '../../src/protocol/panelPage.ts';
import { REPOSITORY } from '../harness/paths.ts';
import { type ThemeKind, themeStyle } from './themes.ts';

const { PANEL, firstPaint } = createRequire(import.meta.url)('../../esbuild.js') as {
  PANEL: esbuild.BuildOptions[];
  firstPaint(): Promise<{ script: string; style: string }>;
};

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  ttf: 'font/ttf',
  woff2: 'font/woff2',
  html: 'text/html; charset=utf-8',
};

/** Folder of the panel's files: a Content Security Policy must match it on Windows, and with special characters. */
const FOLDER = '/c%3A/a%20b%3Bc/dist';

/** Texts of the panel by text in English. */
export type Translations = Readonly<Record<string, string>>;

/** A server of pages with the panel. */
export interface PanelServer {
  readonly origin: string;
  /** URL of a page with the panel and the Content Security Policy that the host sets. */
  url(theme: ThemeKind, translations: Translations, draft: string): string;
  close(): Promise<void>;
}

async function bundle(): Promise<Map<string, Uint8Array>> {
  const results = await Promise.all(
    PANEL.map((options) =>
      esbuild.build({
        ...options,
        bundle: true,
        write: false,
        absWorkingDir: REPOSITORY,
        outdir: REPOSITORY,
        logLevel: 'warning',
      }),
    ),
  );
  const files = results.flatMap((result) => result.outputFiles);
  return new Map([
    ...files.map((file) => [`/${file.path.slice(REPOSITORY.length + 1)}`, file.contents] as const),
    ['/webviewDefaults.css', await readFile(join(import.meta.dirname, 'webviewDefaults.css'))],
  ]);
}

/** Classes that VS Code sets on the body for the kind of color theme. */
function bodyClass(theme: ThemeKind): string {
  return theme === 'high-contrast-light'
    ? 'vscode-high-contrast vscode-high-contrast-light'
    : `vscode-${theme.replace('-newest', '')}`;
}

/** The page as the host makes it, with what VS Code adds: default styles before all others, theme colors and classes. */
function html(
  origin: string,
  theme: ThemeKind,
  translations: Translations,
  draft: string,
  first: Awaited<ReturnType<typeof firstPaint>>,
): string {
  return panelPage({
    language: 'en',
    folder: `${origin}${FOLDER}`,
    cspSource: "'none'",
    translations,
    draft,
    model: '',
    firstPaint: first,
    nonce: 'nonce',
  })
    .replace('<head>', `<head><link rel="stylesheet" href="${FOLDER}/webviewDefaults.css">`)
    .replace('</title>', `</title><link rel="stylesheet" href="${FOLDER}/theme-${theme}.css">`)
    .replace('<body', `<body class="${bodyClass(theme)}"`);
}

/** Bundles the panel as the build does, and serves it on the loopback interface. */
export async function startPanelServer(): Promise<PanelServer> {
  const [files, first] = await Promise.all([bundle(), firstPaint()]);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const pathname = url.pathname.replace(FOLDER, '');
    const theme = /^\/theme-([\w-]+)\.css$/.exec(pathname)?.[1];
    const content =
      theme !== undefined
        ? themeStyle(theme as ThemeKind)
        : pathname === '/panel.html'
          ? html(
              `http://${request.headers.host}`,
              url.searchParams.get('theme') as ThemeKind,
              JSON.parse(url.searchParams.get('translations') ?? ''),
              url.searchParams.get('draft') ?? '',
              first,
            )
          : files.get(pathname);
    const type = TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)] ?? 'text/plain';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: (theme, translations, draft) =>
      `${origin}/panel.html?${new URLSearchParams({ theme, translations: JSON.stringify(translations), draft })}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
