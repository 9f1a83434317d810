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
export function countingPacer(): Pacer & { taken: number; blocks: number[] } {
  const pacer = {
    taken: 0,
    blocks: [] as number[],
    take: async () => {
      pacer.taken++;
      return undefined;
    },
    blockUntil: async (_: unknown, until: number) => {
      pacer.blocks.push(until);
    },
    countLeft: async () => 60,
  };
  return pacer;
}
