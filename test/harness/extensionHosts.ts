import { readdir, readFile } from 'node:fs/promises';

/** The processes, on Linux, in which a VS Code's server runs extensions. @param dataDir that server's own */
export async function extensionHosts(dataDir: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = new Map(
    await Promise.all(
      ids.map(
        async (id) => [id, { command: await read(id, 'cmdline'), parent: await parentOf(id) }] as const,
      ),
    ),
  );
  const isOfServer = (id: number): boolean => {
    const found = all.get(id);
    return found !== undefined && (found.command.includes(dataDir) || isOfServer(found.parent));
  };
  return ids.filter((id) => all.get(id)?.command.includes('--type=extensionHost') && isOfServer(id));
}

async function parentOf(id: number): Promise<number> {
  // The name of the program, in brackets, may hold anything.
  const [, parent] = (await read(id, 'stat')).split(')').at(-1)?.trim().split(' ') ?? [];
  return Number(parent ?? 0);
}

/** Empty for a process that has ended meanwhile. */
function read(id: number, file: string): Promise<string> {
  return readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
}
