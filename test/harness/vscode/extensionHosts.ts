import { readdir, readFile } from 'node:fs/promises';

/**
 * Kills the extension hosts of a server, as a crash would. Linux only, because it reads `/proc`.
 *
 * @param dataDir the server's data folder
 */
export async function killExtensionHosts(dataDir: string): Promise<void> {
  const hosts = await extensionHosts(dataDir);
  if (hosts.length === 0) {
    throw new Error('There is no extension host');
  }
  for (const id of hosts) {
    process.kill(id, 'SIGKILL');
  }
}

/** Returns the process ids of a server's extension hosts. Linux only. */
export async function extensionHosts(dataDir: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = await Promise.all(
    ids.map(async (id) => ({ id, args: await read(id, 'cmdline'), parent: await parentOf(id) })),
  );
  const servers = new Set(processes.filter(({ args }) => args.includes(dataDir)).map(({ id }) => id));
  return processes
    .filter(({ args, parent }) => args.includes('--type=extensionHost') && servers.has(parent))
    .map(({ id }) => id);
}

async function parentOf(id: number): Promise<number> {
  // The program's name, in brackets, may contain any character.
  const [, parent] = (await read(id, 'stat')).split(')').at(-1)?.trim().split(' ') ?? [];
  return Number(parent ?? 0);
}

/** Resolves with an empty string if the process has ended. */
function read(id: number, file: string): Promise<string> {
  return readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
}
