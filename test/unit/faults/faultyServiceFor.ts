import type { TestContext } from 'node:test';
import type { LocalServiceOptions } from '../../../src/localService/server.ts';
import { type FaultyService, startFaultyService } from '../../faults/faultyService.ts';

/** Starts a faulty service for one test. Closes it when the test ends. */
export async function faultyServiceFor(
  t: TestContext,
  options?: Omit<LocalServiceOptions, 'intercept'>,
): Promise<FaultyService> {
  const service = await startFaultyService(options);
  t.after(() => service.close());
  return service;
}
