import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { isLong } from '../../support/long.ts';
import { Signals } from '../../support/signals.ts';
import { type SocketServer, startSocketServer, WHOLE_REPLY } from '../../support/tlsServers.ts';
import { type AskingProcess, startAsking } from './askInProcess.ts';

/** Sleeps of 8 hours, with a clock that runs faster to shorten the tests. */
const SLEEPS = { hours: 8, speed: 5 };

/** Timeouts that never elapse unless the machine sleeps. */
const LIMITS = {
  responseTimeoutMs: 3_600_000,
  idleTimeoutMs: 3_600_000,
  initialBackoffMs: 1,
  maxWaitMs: 60_000,
};

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';
const delta = (text: string) =>
  `data: {"type":"content_block_delta","delta":{"text":${JSON.stringify(text)}}}\n\n`;
const END = 'data: {"type":"message_stop"}\n\n';

interface Sleeper {
  asking: AskingProcess;
  server: SocketServer;
  /** Sockets of the requests received, in order. */
  sockets: readonly Socket[];
  request(number: number): Promise<void>;
  /** Suspends and resumes the child process, whose clock then has advanced by hours. */
  sleep(): void;
}

describe('a reply during which the machine sleeps', () => {
  test('fails in mid-stream if nothing arrives after waking, keeps its text and is not retried', async (t) => {
    const sleeper = await start(t, (socket) => socket.write(HEAD + delta('Half')));
    await sleeper.asking.event('text');
    sleeper.sleep();
    const { text, end } = await sleeper.asking.reply;
    assert.equal(text, 'Half');
    assert.ok(end?.type === 'failed');
    assert.ok(['stalled', 'connectionLost'].includes(end.failure.kind), end.failure.kind);
    assert.equal(sleeper.sockets.length, 1);
  });

  // Only in long runs, since each takes seconds. timeLimits.test.ts covers the same with a fake clock.
  if (isLong) {
    test('is retried once after waking if no response had arrived', async (t) => {
      const sleeper = await start(t, (socket, number) => number === 2 && socket.end(WHOLE_REPLY));
      await sleeper.request(1);
      sleeper.sleep();
      const { text, end } = await sleeper.asking.reply;
      assert.equal(end?.type, 'finished');
      assert.equal(text, 'Hello');
      assert.equal(sleeper.sockets.length, 2);
    });

    test('is not retried again after a second sleep before the response', async (t) => {
      const sleeper = await start(t, () => undefined);
      await sleeper.request(1);
      sleeper.sleep();
      await sleeper.request(2);
      sleeper.sleep();
      const { end } = await sleeper.asking.reply;
      assert.ok(end?.type === 'failed');
      assert.equal(end.failure.kind, 'timedOut');
      assert.equal(sleeper.sockets.length, 2);
    });

    test('continues in mid-stream if its connection survived', async (t) => {
      const sleeper = await start(t, (socket) => socket.write(HEAD + delta('Before, ')));
      await sleeper.asking.event('text');
      sleeper.sleep();
      sleeper.sockets[0]?.end(delta('after') + END);
      const { text, end } = await sleeper.asking.reply;
      assert.equal(end?.type, 'finished');
      assert.equal(text, 'Before, after');
    });
  }
});

async function start(t: TestContext, respond: (socket: Socket, number: number) => unknown): Promise<Sleeper> {
  const sockets: Socket[] = [];
  const signals = new Signals();
  const server = await startSocketServer((socket) => {
    sockets.push(socket);
    respond(socket, sockets.length);
    signals.give(`request ${sockets.length}`);
  });
  t.after(() => server.close());
  const asking = startAsking(`http://127.0.0.1:${server.port}/api/v1`, { limits: LIMITS, sleeps: SLEEPS });
  t.after(() => asking.process.kill('SIGKILL'));
  return {
    asking,
    server,
    sockets,
    request: (number) => signals.given(`request ${number}`),
    sleep() {
      asking.process.kill('SIGSTOP');
      asking.process.kill('SIGCONT');
    },
  };
}
