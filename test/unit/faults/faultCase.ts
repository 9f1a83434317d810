import type { TestContext } from 'node:test';
import type { StreamFormat } from '../../../src/localService/server.ts';
import type { FaultyService } from '../../faults/faultyService.ts';
import { plainReply } from '../localService/callService.ts';
import { ask, type RawHttpResponse } from '../localService/rawHttp.ts';
import { faultyServiceFor } from './faultyServiceFor.ts';

/** A service with one active fault. */
export interface FaultCase {
  service: FaultyService;
  /** Response to `ask` before the fault was started. */
  right: RawHttpResponse;
  text: string;
  /** Sends a chat request, streamed unless `changes` override it. */
  ask(changes?: Record<string, unknown>): Promise<RawHttpResponse>;
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

/** Starts a fault and sends one request. */
export async function responseOf(
  t: TestContext,
  id: string,
  options?: Parameters<typeof faultCase>[2],
): Promise<FaultCase & { response: RawHttpResponse }> {
  const found = await faultCase(t, id, options);
  return { ...found, response: await found.ask() };
}
