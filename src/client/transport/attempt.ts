import type { Wait } from '../../contract/replyEvent.ts';
import { abortable } from '../abortable.ts';
import { hostOf } from '../address/endpoint.ts';
import { readErrorText } from '../failures/errorBodyText.ts';
import { httpFailure } from '../failures/httpFailure.ts';
import { networkFailure } from '../failures/networkFailure.ts';
import { explainOpaqueFailure } from '../failures/opaqueFailure.ts';
import { redact } from '../failures/redact.ts';
import type { NetworkEnvironment } from '../networkEnvironment.ts';
import { failed } from '../outcome.ts';
import type { Pacer, RequestSlot } from '../pacing/pacer.ts';
import type { Operation } from './operation.ts';
import { redirectTarget } from './redirect.ts';
import { readErrorBody } from './responseBody.ts';
import type { FailedAttempt } from './retryPolicy.ts';
import { Transfer, type TransferDeps } from './transfer.ts';

/** The platform's own limit on the time to a head: the service has the request and may be at work on it. */
const HEAD_TIMEOUT_CODE = 'UND_ERR_HEADERS_TIMEOUT';

export interface AttemptDeps extends TransferDeps {
  fetch: typeof globalThis.fetch;
  pacer: Pacer;
  network: NetworkEnvironment;
  /** Origins that have let an answer be read in this session: a browser keeps none of theirs back (CORS). */
  corsAllowedOrigins: Set<string>;
}

/** One request as it goes out. */
export interface PreparedRequest {
  method: 'GET' | 'POST';
  /** Relative to the base address, for the log. */
  path: string;
  url: string;
  init: RequestInit;
  sentBytes: number;
  /** The model that is asked, so that a 404 can be told to be its. */
  model?: string;
  /** Told each time it is about to leave, which it does when this resolves. */
  onSend?: () => Promise<void>;
}

/** An answer that is a success or a redirect. Whoever gets one ends its transfer. */
export interface OpenResponse {
  /** Not to be read from. */
  head: Response;
  /** Of its head, watched over; unread. */
  body: Response;
  transfer: Transfer;
}

type AttemptResult = { ok: true; response: OpenResponse } | ({ ok: false } & FailedAttempt);

/**
 * Waits for its place among the requests of the last minute and sends one HTTP request. Throws the signal's
 * reason on an abort.
 */
export async function attempt(
  deps: AttemptDeps,
  operation: Operation,
  request: PreparedRequest,
): Promise<AttemptResult> {
  const place = await takeSlot(deps, operation);
  operation.signal.throwIfAborted();
  if (request.onSend !== undefined) {
    await abortable(request.onSend(), operation.signal);
  }
  const transfer = new Transfer(deps, operation, request);
  try {
    const result = await fetchResponse(deps, operation, request, transfer, place);
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
  slot: RequestSlot,
): Promise<AttemptResult> {
  const { apiKey, endpoint } = connection;
  let head: Response;
  try {
    head = await transfer.waitForHead((stop) => fetch(url, { ...init, signal: stop }));
  } catch (error) {
    signal.throwIfAborted();
    // Whatever has become of it, it will not be counted later than now.
    slot.markCounted();
    if (transfer.timeout !== undefined) {
      const { limitMs, isAfterSleep } = transfer.timeout;
      const failure = transfer.fail({ kind: 'timedOut', limitSeconds: Math.round(limitMs / 1000) });
      return { ...failed(failure), isSafeToRetry: isAfterSleep };
    }
    const limitSeconds = Math.round(transfer.elapsedMs / 1000);
    const seen = networkFailure(error, hostOf(endpoint));
    const isCorsAllowed = corsAllowedOrigins.has(endpoint.origin);
    const surroundings = { fetch, network, clock, log, endpoint, signal, isCorsAllowed };
    const told = await explainOpaqueFailure(seen, surroundings);
    const failure = transfer.fail({
      ...told,
      // The names in a certificate are the other side's to choose.
      ...(told.detail !== undefined && { detail: redact(told.detail, apiKey) }),
      ...(told.kind === 'timedOut' && { limitSeconds }),
    });
    return { ...failed(failure), isSafeToRetry: told.detail !== HEAD_TIMEOUT_CODE };
  }
  slot.markCounted();
  // A browser shows nothing of an answer that redirects.
  if (head.type !== 'opaqueredirect') {
    corsAllowedOrigins.add(endpoint.origin);
  }
  const { status, headers } = head;
  const body = transfer.watchBody(head);
  // 304 has no body, and so it ends as an empty reply: nothing was asked that it could be an answer to.
  if (head.ok || status === 304 || redirectTarget(head, url, endpoint).type !== 'none') {
    return { ok: true, response: { head, body, transfer } };
  }
  const error = readErrorText(await readErrorBody(body, signal));
  const named = model !== undefined && { model };
  const failure = httpFailure({ status, headers, error, apiKey, now: clock.now(), ...named });
  return failed(transfer.fail(failure));
}

/** The wait for a place is told as it becomes known, and its end once; the log has each reason once. */
async function takeSlot({ pacer, clock, log }: AttemptDeps, operation: Operation): Promise<RequestSlot> {
  const { connection, signal } = operation;
  let logged: Wait['reason'] | undefined;
  const place = await pacer.take(connection, signal, (until, reason) => {
    if (reason !== logged) {
      log.wait(reason, Math.max(0, Math.round(until - clock.now())));
    }
    logged = reason;
    operation.onWait({ reason, until });
  });
  if (logged !== undefined) {
    operation.onWait();
  }
  return place;
}
