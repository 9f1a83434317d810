import type { ClientLog, Pacer } from '../../../src/client/chatClient.ts';
import type { RequestMetrics } from '../../../src/contract/requestMetrics.ts';

/** A log that can be looked into. */
export interface RecordingLog extends ClientLog {
  requests: (readonly [RequestMetrics, end: string])[];
  waits: string[];
  notes: string[];
  /** How the exchanges ended, in order. */
  ends(): string[];
}

export function createRecordingLog(): RecordingLog {
  const requests: RecordingLog['requests'] = [];
  const waits: string[] = [];
  const notes: string[] = [];
  return {
    requests,
    waits,
    notes,
    ends: () => requests.map(([, end]) => end),
    request: (exchange, end) => requests.push([exchange, end]),
    wait: (reason) => waits.push(reason),
    note: (text) => notes.push(text),
  };
}

/** A pacer that holds nobody back and counts what it is told. */
export function countingPacer(): Pacer & { taken: number; answered: number; refusals: number[] } {
  const pacer = {
    taken: 0,
    answered: 0,
    refusals: [] as number[],
    take: async () => {
      pacer.taken++;
      return {
        markCounted: () => {
          pacer.answered++;
        },
      };
    },
    blockUntil: async (_: unknown, until: number) => {
      pacer.refusals.push(until);
    },
    countFreeSlots: async () => 60,
  };
  return pacer;
}
