import type { Failure } from '../../contract/failure.ts';
import type { Endpoint } from '../address/endpoint.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import type { NetworkEnvironment } from '../networkEnvironment.ts';

const PROBE_TIMEOUT_MS = 5000;

interface ProbeDeps {
  fetch: typeof globalThis.fetch;
  network: NetworkEnvironment;
  clock: Clock;
  log: ClientLog;
  endpoint: Endpoint;
  signal: AbortSignal;
  /** Whether a response of the service could be read before. */
  isCorsAllowed: boolean;
}

/**
 * Narrows down a failure for which the platform gives no reason; other failures are returned unchanged. A browser does
 * not distinguish a service that is down from one that disallows requests from web pages (CORS). So a probe without
 * key or content checks whether the origin responds, unless a response of the service could be read before. Throws the
 * signal's reason on an abort.
 */
export async function explainOpaqueFailure(failure: Failure, deps: ProbeDeps): Promise<Failure> {
  const { network, log, signal, isCorsAllowed } = deps;
  const { host = '' } = failure;
  if (!network.isOnline()) {
    return { kind: 'offline', host };
  }
  if (!network.isBrowser || isCorsAllowed || failure.kind !== 'unreachable' || failure.detail !== undefined) {
    return failure;
  }
  const responded = await isReachable(deps);
  signal.throwIfAborted();
  log.note(`Probed ${host} without key or content: ${responded ? 'it responded' : 'no response'}`);
  return responded ? { kind: 'corsRefused', host } : failure;
}

/**
 * A `no-cors` request may be sent to any origin and only shows whether there was a response. It contains neither key
 * nor path nor content. It must follow redirects (Fetch standard: HTTP-network fetch).
 */
async function isReachable({ fetch, clock, endpoint, signal }: ProbeDeps): Promise<boolean> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  signal.addEventListener('abort', abort);
  clock.sleep(PROBE_TIMEOUT_MS, controller.signal).then(abort, () => {
    // The probe ended before its timeout.
  });
  try {
    await fetch(`${endpoint.origin}/`, {
      method: 'HEAD',
      mode: 'no-cors',
      redirect: 'follow',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: controller.signal,
    });
    return true;
  } catch {
    return false;
  } finally {
    signal.removeEventListener('abort', abort);
    controller.abort();
  }
}
