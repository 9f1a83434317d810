import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type FaultyService, startFaultyService } from '../faults/faultyService.ts';
import { startDeafServer } from '../support/deafServer.ts';
import { ask } from './askingClient.ts';
import { type Spread, spread } from './spread.ts';

/** Time to stop a reply in one phase, in ms. */
export interface Stopping {
  readonly phase: string;
  /** Until the turn ended. */
  readonly turn: Spread;
  /** Until the service saw the connection close. Missing if no connection is open in this phase. */
  readonly connection?: Spread;
}

interface Phase {
  readonly name: string;
  /** A fault of the service with its parameter. */
  readonly fault?: readonly [id: string, parameter?: number];
  /** Whether the rate limit window is already full. */
  readonly isFull?: boolean;
  /** How the phase is recognized once the service has the request: by what it has sent, or by what the turn shows. */
  readonly shows: 'nothing' | 'text' | 'wait';
  readonly isConnected: boolean;
}

const MINUTE_MS = 60_000;
/** Pause before the stop, so that a phase is stable, in ms. */
const SETTLE_MS = 20;

const PHASES: readonly Phase[] = [
  {
    name: 'waiting for the response head',
    fault: ['F21', MINUTE_MS],
    shows: 'nothing',
    isConnected: true,
  },
  { name: 'in a pause of the reply', fault: ['F49', MINUTE_MS], shows: 'text', isConnected: true },
  { name: 'in a flood of text', fault: ['F67'], shows: 'text', isConnected: true },
  { name: 'waiting for a retry', fault: ['F41'], shows: 'wait', isConnected: false },
  { name: 'waiting for the rate limit', isFull: true, shows: 'wait', isConnected: false },
];

interface Times {
  readonly turn: number;
  readonly connection?: number;
}

/** Stops a reply `runs` times in each phase, after one warm-up. Client and service share one process. */
export async function measureStopping(runs: number): Promise<readonly Stopping[]> {
  const service = await startFaultyService({ requestsPerMinute: Number.POSITIVE_INFINITY });
  try {
    const found: Stopping[] = [];
    if (process.platform === 'linux') {
      found.push(await measurePhase('connecting', runs, stopConnecting));
    }
    for (const phase of PHASES) {
      found.push(await measurePhase(phase.name, runs, () => stopIn(phase, service)));
    }
    return found;
  } finally {
    await service.close();
  }
}

async function measurePhase(phase: string, runs: number, once: () => Promise<Times>): Promise<Stopping> {
  await once();
  const times: Times[] = [];
  while (times.length < runs) {
    times.push(await once());
  }
  const connections = times.flatMap(({ connection }) => connection ?? []);
  return {
    phase,
    turn: spread(times.map(({ turn }) => turn)),
    ...(connections.length > 0 && { connection: spread(connections) }),
  };
}

/** There is no connection whose closing could be observed. */
async function stopConnecting(): Promise<Times> {
  const deaf = await startDeafServer('127.0.0.1');
  try {
    const asked = await ask({ baseUrl: `http://127.0.0.1:${deaf.port}/api/v1`, apiKey: 'none' });
    await until(() => asked.isFetching);
    await pause(SETTLE_MS);
    return { turn: await asked.stop() };
  } finally {
    deaf.close();
  }
}

async function stopIn(phase: Phase, service: FaultyService): Promise<Times> {
  const { fault, isFull = false, shows, isConnected } = phase;
  service.clearFaults();
  if (fault !== undefined) {
    const [id, parameter] = fault;
    service.fault(id, parameter === undefined ? {} : { parameter });
  }
  const before = service.requests.length;
  const { baseUrl, keys } = service;
  const asked = await ask({ baseUrl, apiKey: keys.active, isFull });
  const isShown: Readonly<Record<Phase['shows'], () => boolean>> = {
    nothing: () => true,
    text: () => asked.turn?.text !== '',
    wait: () => asked.turn?.wait !== undefined,
  };
  await until(() => isShown[shows]() && (isFull || service.requests.length > before));
  await pause(SETTLE_MS);
  const start = performance.now();
  const turn = asked.stop();
  if (!isConnected) {
    return { turn: await turn };
  }
  await until(() => service.requests[before]?.aborted === true);
  const connection = performance.now() - start;
  return { turn: await turn, connection };
}

/** Checks the condition once per turn of the event loop. */
async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) {
    await nextTurn();
  }
}
