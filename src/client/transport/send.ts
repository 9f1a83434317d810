import { defined } from '../../base/defined.ts';
import type { Failure } from '../../contract/failure.ts';
import { AUTHORIZATION_HEADER, bearer } from '../../contract/routes.ts';
import { keyProblem } from '../address/connection.ts';
import { type Endpoint, hostOf, isLoopback } from '../address/endpoint.ts';
import { safeDetail } from '../failures/safeDetail.ts';
import { failed, type Outcome } from '../outcome.ts';
import { type AttemptDependencies, attempt, type OpenAnswer, type PreparedRequest } from './attempt.ts';
import { hold, type Operation } from './operation.ts';
import { type RedirectTarget, redirectTarget } from './redirect.ts';
import { repeatsAllowed, waitBeforeRepeat } from './retryPolicy.ts';

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
  dependencies: AttemptDependencies,
  operation: Operation,
  request: ServiceRequest,
): Promise<Outcome<OpenAnswer>> {
  operation.signal.throwIfAborted();
  const { apiKey, endpoint } = operation.connection;
  const host = hostOf(endpoint);
  const problem = keyProblem(apiKey);
  if (problem !== undefined) {
    return failed({ kind: 'unauthorized', detail: problem, host });
  }
  if (dependencies.network.isSecurePage && isMixedContent(endpoint)) {
    return failed({ kind: 'mixedContent', host });
  }
  const prepared = prepare(apiKey, request);
  const url = endpoint.baseUrl + request.path;
  const first = await untilAnswered(dependencies, operation, { ...prepared, url });
  if (!first.ok) {
    return first;
  }
  const target = redirectTarget(first.value.head, url, endpoint);
  if (target.type !== 'sameOrigin') {
    return unlessRedirected(first.value, target, apiKey);
  }
  first.value.transfer.end('ok');
  dependencies.log.note('Followed a redirect within the origin');
  const second = await untilAnswered(dependencies, operation, { ...prepared, url: target.url });
  return second.ok
    ? unlessRedirected(second.value, redirectTarget(second.value.head, target.url, endpoint), apiKey)
    : second;
}

/** Repeats a request as long as its failures allow it. */
async function untilAnswered(
  dependencies: AttemptDependencies,
  operation: Operation,
  request: PreparedRequest,
): Promise<Outcome<OpenAnswer>> {
  const { clock, limits, network, pacer } = dependencies;
  for (;;) {
    const result = await attempt(dependencies, operation, request);
    if (result.ok) {
      return { ok: true, value: result.answer };
    }
    const { failure } = result;
    const ms = waitBeforeRepeat(failure, operation.repeats, limits());
    const isLimited = failure.kind === 'rateLimited';
    if (isLimited) {
      await pacer.refused(operation.connection, clock.now() + (ms ?? limits().longestWaitMs));
    }
    if (ms === undefined || operation.repeats >= repeatsAllowed(result, network)) {
      return failed(failure);
    }
    operation.repeats++;
    const reason = isLimited ? 'rateLimited' : 'repeat';
    await hold({ reason, until: clock.now() + ms, failure }, operation, dependencies);
  }
}

/**
 * A redirect is never followed by `fetch` itself: it would take the key along, or turn a POST into a GET.
 * Nothing of the browser goes along either: no cookies, no cache, no referrer.
 */
function prepare(
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
    ...defined({ body }),
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  };
  const sentBytes = body === undefined ? 0 : new TextEncoder().encode(body).length;
  return { method, path, init, sentBytes, ...defined({ model, onSend }) };
}

function unlessRedirected(answer: OpenAnswer, target: RedirectTarget, apiKey: string): Outcome<OpenAnswer> {
  return target.type === 'none'
    ? { ok: true, value: answer }
    : failed(answer.transfer.fail(redirectFailure(answer.head.status, target, apiKey)));
}

/** A browser hides both the status and the target of a redirect. The target's name may hold the key. */
function redirectFailure(status: number, target: RedirectTarget, apiKey: string): Failure {
  const to = target.type === 'refused' ? target.origin : 'another address of its own, more than once';
  const detail = to === undefined ? undefined : safeDetail(`The service redirected to ${to}`, apiKey);
  return {
    kind: 'redirected',
    ...(status !== 0 && { status }),
    ...defined({ detail }),
  };
}

/** What browsers keep a secure page from (W3C: Mixed Content, 4.4; this machine itself counts as secure). */
function isMixedContent(endpoint: Endpoint): boolean {
  const { protocol, hostname } = new URL(endpoint.origin);
  return protocol === 'http:' && !isLoopback(hostname);
}
