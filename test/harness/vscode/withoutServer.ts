import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { RunningVscode } from './vscodeServer.ts';

/** What makes the windows of a server depend on it, in the script of VS Code's page. */
const REMOTE_AUTHORITY = 'remoteAuthority:location.host';
const USER_DATA_ON_SERVER =
  /get userRoamingDataHome\(\)\{return ([\w$]+)\(([\w$]+)\.file\(this\.userDataPath\)\.with\(\{scheme:([\w$]+)\.vscodeRemote\}\),"User"\)\}/;
const USER_DATA_IN_BROWSER =
  'get userRoamingDataHome(){return $2.file("/User").with({scheme:$3.vscodeUserData})}';

const CONFIGURATION = /(?<=id="vscode-workbench-web-configuration" data-settings=")[^"]*/;

/** Path of an extension by its index. */
const EXTENSION_PATH = /^\/extensions\/(\d+)\/(.*)/;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export interface VscodeWithoutServer {
  readonly vscode: RunningVscode;
  close(): Promise<void>;
}

/**
 * Gives windows without VS Code's server, as vscode.dev does: their only extension host is in a web worker, their only
 * files are those of extensions, and settings, secrets and history are in the browser. Starts a server in front of VS
 * Code's, from which it takes VS Code's own files.
 *
 * @param extensions folders of the extensions to install
 */
export async function startWithoutServer(
  vscode: RunningVscode,
  extensions: readonly string[],
): Promise<VscodeWithoutServer> {
  const server = createServer((request, response) => {
    const [, index, path = ''] = EXTENSION_PATH.exec(pathOf(request)) ?? [];
    const answer =
      index === undefined
        ? forward(request, response)
        : sendFile(join(extensions[Number(index)] ?? '', decodeURIComponent(path)), response);
    answer.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { accept = '', cookie = '' } = request.headers;
    const original = await fetch(`http://127.0.0.1:${vscode.port}${request.url}`, {
      headers: { accept, cookie },
      redirect: 'manual',
    });
    const headers: OutgoingHttpHeaders = Object.fromEntries(original.headers);
    headers['set-cookie'] = original.headers.getSetCookie();
    // Those of the body as it was sent.
    delete headers['content-encoding'];
    delete headers['content-length'];
    delete headers['transfer-encoding'];
    response.writeHead(original.status, headers);
    if (pathOf(request) === '/') {
      response.end((await original.text()).replace(CONFIGURATION, withoutServer));
    } else if (pathOf(request).endsWith('/workbench/workbench.js')) {
      response.end(scriptWithoutServer(await original.text()));
    } else {
      response.end(Buffer.from(await original.arrayBuffer()));
    }
  }

  function withoutServer(escaped: string): string {
    const { remoteAuthority: _, ...configuration } = JSON.parse(unescapeHtml(escaped));
    const locations = extensions.map((_folder, index) => ({
      scheme: 'http',
      authority: `127.0.0.1:${port}`,
      path: `/extensions/${index}`,
    }));
    return escapeHtml(
      JSON.stringify({
        ...configuration,
        additionalBuiltinExtensions: locations,
        configurationDefaults: vscode.settings,
      }),
    );
  }

  return {
    vscode: {
      ...vscode,
      port,
      url: (...place) => vscode.url(...place).replace(`:${vscode.port}/`, `:${port}/`),
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return new URL(url, 'http://host').pathname;
}

function scriptWithoutServer(script: string): string {
  if (!script.includes(REMOTE_AUTHORITY) || !USER_DATA_ON_SERVER.test(script)) {
    throw new Error('VS Code’s script has changed, so windows without its server can’t be opened');
  }
  return script
    .replace(REMOTE_AUTHORITY, 'remoteAuthority:void 0')
    .replace(USER_DATA_ON_SERVER, USER_DATA_IN_BROWSER);
}

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const content = await readFile(path).catch(() => undefined);
  // Scripts and style sheets are refused without their types.
  const type = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  response.writeHead(content === undefined ? 404 : 200, { 'content-type': type });
  response.end(content);
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
