import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type FaultyService, startFaultyService } from '../faults/faultyService.ts';
import { startDeafServer } from '../support/deafServer.ts';
import { ask } from './askingClient.ts';
import { type Spread, spread } from './spread.ts';

/** How long a stop takes in one phase of a question, in ms. */
export interface Stopping {
  readonly phase: string;
  /** Until the turn had ended. */
  readonly turn: Spread;
  /** Until the service saw the connection close; absent where none of this question is open then. */
  readonly connection?: Spread;
}

interface Phase {
  readonly name: string;
  /** Faults of the service, the first one nearest to the right answer, with their parameters. */
  readonly faults?: readonly (readonly [id: string, parameter?: number])[];
  /** Whether the requests of this minute are used up already. */
  readonly isFull?: boolean;
  /** By what the phase is known, once the service has the request: what it has sent, or what the turn shows. */
  readonly shows: 'nothing' | 'head' | 'text' | 'wait';
  readonly isConnected: boolean;
}

const MINUTE = 60_000;
/** ms in which a phase comes to rest before the stop. */
const REST = 20;

const PHASES: readonly Phase[] = [
  { name: 'waiting for the head', faults: [['F21', MINUTE]], shows: 'nothing', isConnected: true },
  { name: 'in a pause of the reply', faults: [['F49', MINUTE]], shows: 'text', isConnected: true },
  { name: 'in a flood of text', faults: [['F67']], shows: 'text', isConnected: true },
  { name: 'in the body of an error', faults: [['F42.500'], ['F48']], shows: 'head', isConnected: true },
  { name: 'before a repeat', faults: [['F42.500']], shows: 'wait', isConnected: false },
  { name: 'waiting for a place', isFull: true, shows: 'wait', isConnected: false },
];

interface Times {
  readonly turn: number;
  readonly connection?: number;
}

/** Stops a question so many times in each phase, besides once before; client and service share one process. */
export async function measureStopping(runs: number): Promise<readonly Stopping[]> {
  const service = await startFaultyService({ requestsPerMinute: Number.POSITIVE_INFINITY });
  try {
    const found: Stopping[] = [];
    if (process.platform === 'linux') {
      found.push(await repeated('connecting', runs, stopConnecting));
    }
    for (const phase of PHASES) {
      found.push(await repeated(phase.name, runs, () => stopIn(phase, service)));
    }
    return found;
  } finally {
    await service.close();
  }
}

async function repeated(phase: string, runs: number, once: () => Promise<Times>): Promise<Stopping> {
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

/** Nobody sees a connection close that was never made. */
async function stopConnecting(): Promise<Times> {
  const deaf = await startDeafServer('127.0.0.1');
  try {
    const asked = await ask({ baseUrl: `http://127.0.0.1:${deaf.port}/api/v1`, apiKey: 'none' });
    await until(() => asked.isFetching);
    await pause(REST);
    return { turn: await asked.stop() };
  } finally {
    deaf.close();
  }
}

async function stopIn(phase: Phase, service: FaultyService): Promise<Times> {
  const { faults = [], isFull = false, shows, isConnected } = phase;
  service.clearFaults();
  for (const [id, parameter] of faults) {
    service.fault(id, parameter === undefined ? {} : { parameter });
  }
  const before = service.requests.length;
  const { baseUrl, keys } = service;
  const asked = await ask({ baseUrl, apiKey: keys.active, isFull });
  const isShown: Readonly<Record<Phase['shows'], () => boolean>> = {
    nothing: () => true,
    head: () => service.requests[before]?.status !== undefined,
    text: () => asked.turn?.text !== '',
    wait: () => asked.turn?.wait !== undefined,
  };
  await until(() => isShown[shows]() && (isFull || service.requests.length > before));
  await pause(REST);
  const start = performance.now();
  const turn = asked.stop();
  if (!isConnected) {
    return { turn: await turn };
  }
  await until(() => service.requests[before]?.aborted === true);
  const connection = performance.now() - start;
  return { turn: await turn, connection };
}

/** Looks once in each turn of the event loop. */
async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) {
    await nextTurn();
  }
}
