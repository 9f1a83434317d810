import type { TestContext } from 'node:test';
import type { StreamFormat } from '../../../src/localService/server.ts';
import type { FaultyService } from '../../faults/faultyService.ts';
import { plainReply } from '../localService/callService.ts';
import { ask, type RawAnswer } from '../localService/rawHttp.ts';
import { faultyServiceFor } from './faultyServiceFor.ts';

/** A service with one fault. */
export interface FaultCase {
  service: FaultyService;
  /** The answer to the question of `ask` as it was before the fault, and its text. */
  right: RawAnswer;
  text: string;
  /** Asks for a stream, unless the changes say otherwise. */
  ask(changes?: Record<string, unknown>): Promise<RawAnswer>;
}

export async function faultCase(
  t: TestContext,
  id: string,
  { parameter, stream = 'sse' }: { parameter?: string | number; stream?: StreamFormat } = {},
): Promise<FaultCase> {
  const service = await faultyServiceFor(t, { stream });
  const { content } = await plainReply(service);
  const right = await ask(service);
  service.fault(id, parameter === undefined ? {} : { parameter });
  return {
    service,
    right,
    text: content[0]?.text ?? '',
    ask: (changes) => ask(service, changes),
  };
}

/** The answer under one fault, with the case. */
export async function answerOf(
  t: TestContext,
  id: string,
  options?: Parameters<typeof faultCase>[2],
): Promise<FaultCase & { answer: RawAnswer }> {
  const found = await faultCase(t, id, options);
  return { ...found, answer: await found.ask() };
}
