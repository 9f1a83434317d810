import type { Wait } from '../../contract/replyEvent.ts';
import { abortable } from '../abortable.ts';
import { type Endpoint, hostOf } from '../address/endpoint.ts';
import { readErrorText } from '../failures/errorBodyText.ts';
import { httpFailure } from '../failures/httpFailure.ts';
import { networkFailure } from '../failures/networkFailure.ts';
import { explainOpaqueFailure } from '../failures/opaqueFailure.ts';
import { redact } from '../failures/redact.ts';
import type { NetworkEnvironment } from '../networkEnvironment.ts';
import { failed } from '../outcome.ts';
import type { Pacer } from '../pacing/pacer.ts';
import type { Operation } from './operation.ts';
import { redirectTarget } from './redirect.ts';
import { readErrorBody } from './responseBody.ts';
import type { FailedAttempt } from './retryPolicy.ts';
import { Transfer, type TransferDeps } from './transfer.ts';

/** undici's own timeout for response headers: the service has the request and may be processing it. */
const HEAD_TIMEOUT_CODE = 'UND_ERR_HEADERS_TIMEOUT';

export interface AttemptDeps extends TransferDeps {
  fetch: typeof globalThis.fetch;
  pacer: Pacer;
  network: NetworkEnvironment;
  /** Asks whether the key may be sent to this endpoint although certificates are not checked. */
  confirmUncheckedCertificates(endpoint: Endpoint): Promise<boolean>;
  /** Origins from which a response could be read in this session, so that CORS can't be why a request fails. */
  corsAllowedOrigins: Set<string>;
}

/** One HTTP request, ready to be sent. */
export interface PreparedRequest {
  method: 'GET' | 'POST';
  /** Relative to the base URL, for the log. */
  path: string;
  url: string;
  init: RequestInit;
  sentBytes: number;
  /** The model that the request names, so that a 404 can be attributed to it. */
  model?: string;
  /** Called before each attempt, which is sent when this resolves. */
  onSend?: () => Promise<void>;
}

/** A successful response or a redirect. The receiver must end its transfer. */
export interface OpenResponse {
  /** For status and headers. Its body must not be read. */
  head: Response;
  /** Has the unread body, counted and guarded by the idle timeout. */
  body: Response;
  transfer: Transfer;
}

type AttemptResult = { ok: true; response: OpenResponse } | ({ ok: false } & FailedAttempt);

/** Waits until the rate limit allows it and sends one HTTP request. Throws the signal's reason on an abort. */
export async function attempt(
  deps: AttemptDeps,
  operation: Operation,
  request: PreparedRequest,
): Promise<AttemptResult> {
  await waitForPacer(deps, operation);
  operation.signal.throwIfAborted();
  if (request.onSend !== undefined) {
    await abortable(request.onSend(), operation.signal);
  }
  const transfer = new Transfer(deps, operation, request);
  try {
    const result = await fetchResponse(deps, operation, request, transfer);
    operation.signal.throwIfAborted();
    return result;
  } catch (error) {
    transfer.end('stopped');
    throw error;
  }
}

async function fetchResponse(
  { fetch, network, clock, log, corsAllowedOrigins }: AttemptDeps,
  { connection, signal }: Operation,
  { url, init, model }: PreparedRequest,
  transfer: Transfer,
): Promise<AttemptResult> {
  const { apiKey, endpoint } = connection;
  let head: Response;
  try {
    head = await transfer.waitForHead((abortSignal) => fetch(url, { ...init, signal: abortSignal }));
  } catch (error) {
    signal.throwIfAborted();
    if (transfer.timeout !== undefined) {
      const { limitMs, isAfterSleep } = transfer.timeout;
      const failure = transfer.fail({ kind: 'timedOut', limitSeconds: Math.round(limitMs / 1000) });
      return { ...failed(failure), isSafeToRetry: isAfterSleep };
    }
    const limitSeconds = Math.round(transfer.elapsedMs / 1000);
    const networkError = networkFailure(error, hostOf(endpoint));
    const isCorsAllowed = corsAllowedOrigins.has(endpoint.origin);
    const probeDeps = { fetch, network, clock, log, endpoint, signal, isCorsAllowed };
    const explained = await explainOpaqueFailure(networkError, probeDeps);
    const failure = transfer.fail({
      ...explained,
      // The server chooses the names in its certificate, so they may contain the key.
      ...(explained.detail !== undefined && { detail: redact(explained.detail, apiKey) }),
      ...(explained.kind === 'timedOut' && { limitSeconds }),
    });
    return { ...failed(failure), isSafeToRetry: explained.detail !== HEAD_TIMEOUT_CODE };
  }
  // A redirect can't be read in a browser.
  if (head.type !== 'opaqueredirect') {
    corsAllowedOrigins.add(endpoint.origin);
  }
  const { status, headers } = head;
  const body = transfer.watchBody(head);
  // 304 becomes an empty reply: it has no body, and no conditional request was sent.
  if (head.ok || status === 304 || redirectTarget(head, url, endpoint).type !== 'none') {
    return { ok: true, response: { head, body, transfer } };
  }
  const error = readErrorText(await readErrorBody(body, signal));
  const modelField = model !== undefined && { model };
  const failure = httpFailure({ status, headers, error, apiKey, now: clock.now(), ...modelField });
  return failed(transfer.fail(failure));
}

/** Reports the wait as it changes, and its end once. Logs a wait only if its reason changes. */
async function waitForPacer({ pacer, clock, log }: AttemptDeps, operation: Operation): Promise<void> {
  const { connection, signal } = operation;
  let loggedReason: Wait['reason'] | undefined;
  await pacer.take(connection, signal, (until, reason) => {
    if (reason !== loggedReason) {
      log.wait(reason, Math.round(until - clock.monotonic()));
    }
    loggedReason = reason;
    operation.onWait({ reason, until });
  });
  if (loggedReason !== undefined) {
    operation.onWait();
  }
}
