import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';

/** A port on which the kernel drops connection requests, as a firewall that drops packets does. */
export interface DeafServer {
  port: number;
  close(): void;
}

/** Listens with the shortest possible queue. The process is then stopped. */
const PROGRAM = `
  const [host, port] = process.argv.slice(1);
  const server = require('node:net').createServer();
  server.listen({ host, port: Number(port), backlog: 1 }, () => console.log(server.address().port));
`;

/** More connections than the queue of a stopped server accepts. The rest never connect. */
const FILLERS = 4;

/**
 * Starts a server that accepts no connections. Needs a kernel that drops connections when a server's queue is full:
 * Linux.
 * @param port 0 for any free port
 */
export async function startDeafServer(host: string, port = 0): Promise<DeafServer> {
  const child = spawn(process.execPath, ['--eval', PROGRAM, host, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const listening = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    child.once('exit', () => reject(new Error(`Could not listen on ${host}`)));
  });
  child.kill('SIGSTOP');
  const fillers: Socket[] = [];
  for (let count = 0; count < FILLERS; count++) {
    const filler = connect(listening, host);
    filler.on('error', () => undefined);
    fillers.push(filler);
  }
  await Promise.race(fillers.map((filler) => new Promise((resolve) => filler.once('connect', resolve))));
  return {
    port: listening,
    close() {
      for (const filler of fillers) {
        filler.destroy();
      }
      child.kill('SIGKILL');
    },
  };
}
