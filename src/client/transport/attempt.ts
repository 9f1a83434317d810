import { abortable } from '../../base/abortable.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Wait } from '../../contract/replyEvent.ts';
import { AUTHORIZATION_HEADER, bearer } from '../../contract/routes.ts';
import { apiKeyError } from '../address/connection.ts';
import { type Endpoint, hostOf, isLoopback } from '../address/endpoint.ts';
import { readErrorText } from '../failures/errorBodyText.ts';
import { httpFailure } from '../failures/httpFailure.ts';
import { networkFailure } from '../failures/networkFailure.ts';
import { explainOpaqueFailure } from '../failures/opaqueFailure.ts';
import { redact } from '../failures/redact.ts';
import type { NetworkEnvironment } from '../networkEnvironment.ts';
import { failed, type Outcome } from '../outcome.ts';
import type { Pacer, PacerWaitListener } from '../pacing/pacer.ts';
import type { Operation } from './operation.ts';
import { redirectTarget } from './redirect.ts';
import { readErrorBody } from './responseBody.ts';
import { Transfer, type TransferDeps } from './transfer.ts';

export interface AttemptDeps extends TransferDeps {
  fetch: typeof globalThis.fetch;
  pacer: Pacer;
  network: NetworkEnvironment;
  /** Asks whether the key may be sent to this endpoint although certificates are not checked. */
  confirmUncheckedCertificates(endpoint: Endpoint): Promise<boolean>;
  /** Origins from which a response could be read in this session, so that CORS can't be why a request fails. */
  corsAllowedOrigins: Set<string>;
}

/** One HTTP request, ready to be sent but for the key. */
export interface PreparedRequest {
  method: 'GET' | 'POST';
  /** Relative to the base URL, for the log. */
  path: string;
  url: string;
  init: RequestInit & { headers: Readonly<Record<string, string>> };
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

/** Waits until the rate limit allows it and sends one HTTP request. Throws the signal's reason on an abort. */
export async function attempt(
  deps: AttemptDeps,
  operation: Operation,
  request: PreparedRequest,
): Promise<Outcome<OpenResponse>> {
  const blocked = await waitForPacer(deps, operation);
  operation.signal.throwIfAborted();
  if (blocked !== undefined) {
    return failed(blocked);
  }
  if (request.onSend !== undefined) {
    await abortable(request.onSend(), operation.signal);
  }
  const failure = await updateConnection(operation, request);
  if (failure !== undefined) {
    return failed(failure);
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

/**
 * Asks for the connection again, after every wait. Returns a failure if the request may no longer be sent: with the new
 * key, if there is one, but to the same address only, and not if it contains that key.
 */
async function updateConnection(
  operation: Operation,
  { init }: PreparedRequest,
): Promise<Failure | undefined> {
  const before = operation.connection;
  const now = await abortable(operation.connect(), operation.signal);
  const host = hostOf(before.endpoint);
  if (now === undefined) {
    return { kind: 'notConnected', host };
  }
  const isNewKeyInBody = now.apiKey !== before.apiKey && String(init.body).includes(now.apiKey);
  if (now.endpoint.baseUrl !== before.endpoint.baseUrl || isNewKeyInBody) {
    return { kind: 'connectionChanged', host };
  }
  const detail = apiKeyError(now.apiKey);
  if (detail !== undefined) {
    return { kind: 'unauthorized', detail, host };
  }
  operation.connection = now;
  return undefined;
}

async function fetchResponse(
  { fetch, network, clock, log, corsAllowedOrigins }: AttemptDeps,
  { connection, signal }: Operation,
  { url, init, model }: PreparedRequest,
  transfer: Transfer,
): Promise<Outcome<OpenResponse>> {
  const { apiKey, endpoint } = connection;
  let head: Response;
  try {
    const headers = { ...init.headers, [AUTHORIZATION_HEADER]: bearer(apiKey) };
    head = await transfer.waitForHead((abortSignal) => fetch(url, { ...init, headers, signal: abortSignal }));
  } catch (error) {
    signal.throwIfAborted();
    // A proxy can cause any failure of `fetch`, without a sign of it. VS Code uses none for this machine.
    const proxy = isLoopback(new URL(endpoint.origin).hostname) ? undefined : network.proxy();
    if (transfer.hasTimedOut) {
      return failed(transfer.fail({ kind: 'timedOut', ...omitUndefined({ proxy }) }));
    }
    const limitSeconds = Math.round(transfer.elapsedMs / 1000);
    const networkError = networkFailure(error, hostOf(endpoint));
    const isCorsAllowed = corsAllowedOrigins.has(endpoint.origin);
    const probeDeps = { fetch, network, clock, log, endpoint, signal, isCorsAllowed };
    const explained = await explainOpaqueFailure(networkError, probeDeps);
    return failed(
      transfer.fail({
        ...explained,
        // The server chooses the names in its certificate, so they may contain the key.
        ...(explained.detail !== undefined && { detail: redact(explained.detail, apiKey) }),
        ...omitUndefined({ proxy }),
        ...(explained.kind === 'timedOut' && { limitSeconds }),
      }),
    );
  }
  // A redirect can't be read in a browser.
  if (head.type !== 'opaqueredirect') {
    corsAllowedOrigins.add(endpoint.origin);
  }
  const { status, headers } = head;
  const body = transfer.watchBody(head);
  // 304 becomes an empty reply: it has no body, and no conditional request was sent.
  if (head.ok || status === 304 || redirectTarget(head, url, endpoint).type !== 'none') {
    return { ok: true, value: { head, body, transfer } };
  }
  transfer.endSoon();
  const error = readErrorText(await readErrorBody(body, signal));
  const modelField = model !== undefined && { model };
  const failure = httpFailure({ status, headers, error, apiKey, now: clock.now(), ...modelField });
  return failed(transfer.fail(failure));
}

/**
 * Reports the wait as it changes, and its end once. Logs a wait only if its reason changes. Returns a failure if the
 * service asked to wait for longer than the user should without being asked.
 */
async function waitForPacer(
  { pacer, clock, log, limits }: AttemptDeps,
  operation: Operation,
): Promise<Failure | undefined> {
  const { connection, signal } = operation;
  let loggedReason: Wait['reason'] | undefined;
  const onWait: PacerWaitListener = (until, reason) => {
    if (reason !== loggedReason) {
      log.wait(reason, Math.round(until - clock.monotonic()));
    }
    loggedReason = reason;
    operation.onWait({ reason, until });
  };
  const blockedUntil = await pacer.take(connection, signal, onWait, limits().maxWaitMs);
  if (loggedReason !== undefined) {
    operation.onWait();
  }
  if (blockedUntil === undefined) {
    return undefined;
  }
  const retryAfterSeconds = Math.ceil((blockedUntil - clock.monotonic()) / 1000);
  log.note(`Not sent: the service asked to wait for another ${retryAfterSeconds} s`);
  return { kind: 'rateLimited', status: 429, host: hostOf(connection.endpoint), retryAfterSeconds };
}
