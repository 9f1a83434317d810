import type { ClientLog, Pacer } from '../../../src/client/chatClient.ts';
import type { RequestMetrics } from '../../../src/contract/requestMetrics.ts';

/** A log whose entries a test can inspect. */
export interface RecordingLog extends ClientLog {
  requests: (readonly [RequestMetrics, end: string])[];
  waits: string[];
  notes: string[];
  /** How the requests ended, in order. */
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
    request: (metrics, end) => requests.push([metrics, end]),
    wait: (reason) => waits.push(reason),
    note: (text) => notes.push(text),
  };
}

/** A pacer that never delays and records its calls. */
export function countingPacer(): Pacer & { slotsTaken: number; slotsCounted: number; blocks: number[] } {
  const pacer = {
    slotsTaken: 0,
    slotsCounted: 0,
    blocks: [] as number[],
    take: async () => {
      pacer.slotsTaken++;
      return {
        markCounted: () => {
          pacer.slotsCounted++;
        },
      };
    },
    blockUntil: async (_: unknown, until: number) => {
      pacer.blocks.push(until);
    },
    countFreeSlots: async () => 60,
  };
  return pacer;
}
