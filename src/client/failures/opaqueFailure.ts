import type { Failure } from '../../contract/failure.ts';
import type { Endpoint } from '../address/endpoint.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import type { NetworkEnvironment } from '../networkEnvironment.ts';

/** ms in which a service that is there answers a question without content. */
const PROBE_TIMEOUT_MS = 5000;

interface ProbeDeps {
  fetch: typeof globalThis.fetch;
  network: NetworkEnvironment;
  clock: Clock;
  log: ClientLog;
  endpoint: Endpoint;
  signal: AbortSignal;
  /** The service has let an answer be read before. */
  isCorsAllowed: boolean;
}

/**
 * What a failure that the platform keeps to itself was, as far as it can be found out: a browser does not tell
 * a service that is down from one that does not allow calls from a page, so that the address alone is asked
 * whether anything answers there, unless the service has let a page read its answers before. Failures with a
 * code stay what they are. Throws the signal's reason on an abort.
 */
export async function explainOpaqueFailure(failure: Failure, dependencies: ProbeDeps): Promise<Failure> {
  const { network, log, signal, isCorsAllowed } = dependencies;
  const { host = '' } = failure;
  if (!network.isOnline()) {
    return { kind: 'offline', host };
  }
  if (!network.isBrowser || isCorsAllowed || failure.kind !== 'unreachable' || failure.detail !== undefined) {
    return failure;
  }
  const answered = await isReachable(dependencies);
  signal.throwIfAborted();
  log.note(`Probed ${host} without key or content: ${answered ? 'it responded' : 'no response'}`);
  return answered ? { kind: 'corsRefused', host } : failure;
}

/**
 * Without CORS a page may send what any link sends, and learns only whether an answer came. Neither key nor
 * path nor content goes along. Such a request has to follow redirects (Fetch standard: HTTP-network fetch).
 */
async function isReachable({ fetch, clock, endpoint, signal }: ProbeDeps): Promise<boolean> {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  signal.addEventListener('abort', abort);
  clock.sleep(PROBE_TIMEOUT_MS, stop.signal).then(abort, () => {
    // The answer came first.
  });
  try {
    await fetch(`${endpoint.origin}/`, {
      method: 'HEAD',
      mode: 'no-cors',
      redirect: 'follow',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: stop.signal,
    });
    return true;
  } catch {
    return false;
  } finally {
    signal.removeEventListener('abort', abort);
    stop.abort();
  }
}
