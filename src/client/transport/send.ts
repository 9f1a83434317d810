import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Failure } from '../../contract/failure.ts';
import { AUTHORIZATION_HEADER, bearer } from '../../contract/routes.ts';
import { apiKeyError } from '../address/connection.ts';
import { type Endpoint, hostOf, isLoopback } from '../address/endpoint.ts';
import { sanitizeDetail } from '../failures/sanitizeDetail.ts';
import { failed, type Outcome } from '../outcome.ts';
import { type AttemptDeps, attempt, type OpenResponse, type PreparedRequest } from './attempt.ts';
import { delayOperation, type Operation } from './operation.ts';
import { type RedirectTarget, redirectTarget } from './redirect.ts';
import { maxRetriesFor, retryDelayMs } from './retryPolicy.ts';

/** One request to the service, before the key is added. */
interface ServiceRequest {
  method: 'GET' | 'POST';
  /** Relative to the base address. */
  path: string;
  /** JSON */
  body?: string;
  /** The model that the body asks, so that a 404 can be told to be its. */
  model?: string;
  /** Told each time it is about to leave, repeats as well; it leaves when this resolves. */
  onSend?: () => Promise<void>;
}

/**
 * Sends a request and waits for the head of its answer: a success with its body unread, or a failure. A request
 * that failed in passing is repeated, in sight of the user and as `retryPolicy` allows. Every request of the
 * client passes here. Throws the signal's reason on an abort.
 */
export async function send(
  deps: AttemptDeps,
  operation: Operation,
  request: ServiceRequest,
): Promise<Outcome<OpenResponse>> {
  operation.signal.throwIfAborted();
  const { apiKey, endpoint } = operation.connection;
  const host = hostOf(endpoint);
  const detail = apiKeyError(apiKey);
  if (detail !== undefined) {
    return failed({ kind: 'unauthorized', detail, host });
  }
  if (deps.network.isSecurePage && isMixedContent(endpoint)) {
    return failed({ kind: 'mixedContent', host });
  }
  const prepared = prepareRequest(apiKey, request);
  const url = endpoint.baseUrl + request.path;
  const first = await sendWithRetries(deps, operation, { ...prepared, url });
  if (!first.ok) {
    return first;
  }
  const target = redirectTarget(first.value.head, url, endpoint);
  if (target.type !== 'sameOrigin') {
    return failIfRedirected(first.value, target, apiKey);
  }
  first.value.transfer.end('ok');
  deps.log.note('Followed a redirect to the same origin');
  const second = await sendWithRetries(deps, operation, { ...prepared, url: target.url });
  return second.ok
    ? failIfRedirected(second.value, redirectTarget(second.value.head, target.url, endpoint), apiKey)
    : second;
}

/** Repeats a request as long as its failures allow it. */
async function sendWithRetries(
  dependencies: AttemptDeps,
  operation: Operation,
  request: PreparedRequest,
): Promise<Outcome<OpenResponse>> {
  const { clock, limits, network, pacer } = dependencies;
  for (;;) {
    const result = await attempt(dependencies, operation, request);
    if (result.ok) {
      return { ok: true, value: result.response };
    }
    const { failure } = result;
    const ms = retryDelayMs(failure, operation.retries, limits());
    const isLimited = failure.kind === 'rateLimited';
    if (isLimited) {
      await pacer.blockUntil(operation.connection, clock.now() + (ms ?? limits().maxWaitMs));
    }
    if (ms === undefined || operation.retries >= maxRetriesFor(result, network)) {
      return failed(failure);
    }
    operation.retries++;
    const reason = isLimited ? 'rateLimited' : 'repeat';
    await delayOperation({ reason, until: clock.now() + ms, failure }, operation, dependencies);
  }
}

/**
 * A redirect is never followed by `fetch` itself: it would take the key along, or turn a POST into a GET.
 * Nothing of the browser goes along either: no cookies, no cache, no referrer.
 */
function prepareRequest(
  apiKey: string,
  { method, path, body, model, onSend }: ServiceRequest,
): Omit<PreparedRequest, 'url'> {
  const init: RequestInit = {
    method,
    headers: {
      [AUTHORIZATION_HEADER]: bearer(apiKey),
      Accept: 'application/json, text/event-stream, application/x-ndjson',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...omitUndefined({ body }),
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  };
  const sentBytes = body === undefined ? 0 : new TextEncoder().encode(body).length;
  return { method, path, init, sentBytes, ...omitUndefined({ model, onSend }) };
}

function failIfRedirected(
  answer: OpenResponse,
  target: RedirectTarget,
  apiKey: string,
): Outcome<OpenResponse> {
  return target.type === 'none'
    ? { ok: true, value: answer }
    : failed(answer.transfer.fail(redirectFailure(answer.head.status, target, apiKey)));
}

/** A browser hides both the status and the target of a redirect. The target's name may hold the key. */
function redirectFailure(status: number, target: RedirectTarget, apiKey: string): Failure {
  const to = target.type === 'refused' ? target.origin : 'another URL on its origin more than once';
  const detail = to === undefined ? undefined : sanitizeDetail(`The service redirected to ${to}`, apiKey);
  return {
    kind: 'redirected',
    ...(status !== 0 && { status }),
    ...omitUndefined({ detail }),
  };
}

/** What browsers keep a secure page from (W3C: Mixed Content, 4.4; this machine itself counts as secure). */
function isMixedContent(endpoint: Endpoint): boolean {
  const { protocol, hostname } = new URL(endpoint.origin);
  return protocol === 'http:' && !isLoopback(hostname);
}
