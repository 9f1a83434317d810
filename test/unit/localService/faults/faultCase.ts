import type { TestContext } from 'node:test';
import type { StreamFormat } from '../../../../src/localService/server.ts';
import type { FaultyService } from '../../../faults/faultyService.ts';
import { faultyServiceFor } from '../../faults/faultyServiceFor.ts';
import { plainReply } from '../callService.ts';
import { ask, type RawAnswer } from '../rawHttp.ts';

/** What the check of one fault works with. */
export interface FaultCase {
  t: TestContext;
  id: string;
  service: FaultyService;
  /** The text of the right answer to the question that `ask` asks. */
  text: string;
  /** Lets the fault hold from now on. */
  begin(parameter?: string | number): void;
  /** Asks for a stream, unless the changes say otherwise. */
  ask(changes?: Record<string, unknown>, options?: { path?: string }): Promise<RawAnswer>;
}

/** Proves that the fault of that id does what its line says. */
export type Check = (fault: FaultCase) => Promise<void>;
export type Checks = Readonly<Record<string, Check>>;

export async function faultCase(
  t: TestContext,
  id: string,
  stream: StreamFormat = 'sse',
): Promise<FaultCase> {
  const service = await faultyServiceFor(t, { stream });
  const { content } = await plainReply(service);
  return {
    t,
    id,
    service,
    text: content[0]?.text ?? '',
    begin: (parameter) => service.fault(id, parameter === undefined ? {} : { parameter }),
    ask: (changes, options) => ask(service, changes, options),
  };
}

/** One check for several ids. */
export function checkAll(ids: readonly string[], check: Check): Checks {
  return Object.fromEntries(ids.map((id) => [id, check]));
}
