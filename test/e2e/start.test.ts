import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterEach, test } from 'node:test';
import { REPOSITORY } from '../harness/paths.ts';
import { isRunning } from '../harness/processes.ts';
import { makeTemporaryFolder } from '../harness/temporaryFolder.ts';

const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) {
    signalGroup(child, 'SIGKILL');
  }
});

test('npm start -- --browser serves VS Code and the service, and Ctrl+C leaves nothing behind', async () => {
  const start = npmStart(['--browser']);
  const address = await start.printed(/Open this address in a browser:\s+(\S+)/);
  const service = await start.printed(/The service is at (\S+)/);

  assert.equal(await statusInBrowser(address), 200);
  assert.equal((await fetch(`${service}/models`)).status, 401);

  const processes = descendants(start.processId);
  const folder = new URL(address).searchParams.get('folder') ?? '';
  assert.ok(processes.length >= 3, `npm, the script and VS Code are running: ${processes}`);
  assert.ok(existsSync(join(folder, 'duration.ts')), 'The sample is there');

  await start.pressCtrlC();
  await until(() => processes.every((id) => !isRunning(id)));
  await until(() => !existsSync(folder));
  await assert.rejects(fetch(service), 'The service still responds');
});

test('npm start opens desktop VS Code with a temporary profile, and Ctrl+C ends it', async () => {
  const bin = await makeTemporaryFolder();
  await writeFile(join(bin.path, 'code'), CODE_STUB);
  await chmod(join(bin.path, 'code'), 0o755);
  const log = join(bin.path, 'log');

  const start = npmStart([], {
    PATH: `${bin.path}${delimiter}${process.env['PATH']}`,
    DISPLAY: ':99',
    CODE_STUB_LOG: log,
  });
  await start.printed(/The service is at (\S+)/);
  await until(() => existsSync(log));
  const [args = '', processId = ''] = (await readFile(log, 'utf8')).split('\n');
  const profile = /--user-data-dir=(\S+)/.exec(args)?.[1] ?? '';
  const extension = /--extensionDevelopmentPath=(\S+)/.exec(args)?.[1] ?? '';

  assert.ok(isRunning(Number(processId)));
  assert.ok(existsSync(join(profile, 'code.lock')));
  assert.ok(existsSync(join(extension, 'dist/extension.js')));
  assert.match(args, /--extensions-dir=\S+/);
  assert.match(args, /\/sample$/);

  await start.pressCtrlC();
  await until(() => !isRunning(Number(processId)));
  await until(() => !existsSync(profile) && !existsSync(extension));
  await bin.remove();
});

/** Behaves like the `code` command: starts a detached process and writes its id into the profile. */
const CODE_STUB = `#!/usr/bin/env node
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const args = process.argv.slice(2);
if (args[0] !== '--version') {
  const data = args[0].slice('--user-data-dir='.length);
  fs.mkdirSync(data, { recursive: true });
  const window = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  fs.writeFileSync(data + '/code.lock', String(window.pid));
  const log = process.env.CODE_STUB_LOG;
  fs.writeFileSync(log + '.part', args.join(' ') + '\\n' + window.pid);
  fs.renameSync(log + '.part', log);
}
`;

interface NpmStart {
  readonly processId: number;
  /** Waits until the output matches, and returns the first group. */
  printed(pattern: RegExp): Promise<string>;
  /** Sends SIGINT to the process group, as a terminal does, and waits for npm to exit. */
  pressCtrlC(): Promise<void>;
}

function npmStart(args: readonly string[], env: NodeJS.ProcessEnv = {}): NpmStart {
  const child = spawn('npm', ['start', '--', ...args], {
    cwd: REPOSITORY,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, VSCODE_IPC_HOOK_CLI: undefined, ...env },
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return {
    processId: child.pid ?? 0,
    async printed(pattern) {
      await until(() => pattern.test(output) || child.exitCode !== null);
      const found = pattern.exec(output)?.[1];
      assert.ok(found, `npm start did not print ${pattern}:\n${output}`);
      return found;
    },
    async pressCtrlC() {
      signalGroup(child, 'SIGINT');
      await ended;
      running.delete(child);
    },
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined && child.exitCode === null) {
    process.kill(-child.pid, signal);
  }
}

/** Fetches a page as a browser does: the token in the URL becomes a cookie, and the page is requested again. */
async function statusInBrowser(address: string): Promise<number> {
  const first = await fetch(address, { redirect: 'manual' });
  const cookie = first.headers.getSetCookie().map((text) => text.split(';')[0]);
  const next = new URL(first.headers.get('location') ?? '', address);
  return (await fetch(next, { headers: { cookie: cookie.join('; ') } })).status;
}

/** Ids of a process and all its descendants. */
function descendants(root: number): number[] {
  const parents = existsSync('/proc/self/stat') ? parentsFromProc() : parentsFromPs();
  const found = [root];
  for (const parent of found) {
    found.push(...parents.filter(([, parentId]) => parentId === parent).map(([id]) => id));
  }
  return found;
}

type ParentOf = readonly [id: number, parentId: number];

function parentsFromProc(): ParentOf[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && existsSync(`/proc/${entry}/stat`))
    .map((id) => {
      // The command name, in parentheses, may contain spaces.
      const [, parentId] = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return [Number(id), Number(parentId)] as const;
    });
}

function parentsFromPs(): ParentOf[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim();
  return table.split('\n').map((line) => {
    const [id, parentId] = line.trim().split(/\s+/);
    return [Number(id), Number(parentId)] as const;
  });
}

/** Waits for a condition, at most until the test times out. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
