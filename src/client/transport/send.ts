import { abortable } from '../../base/abortable.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Failure } from '../../contract/failure.ts';
import { type Endpoint, hostOf, isLoopback } from '../address/endpoint.ts';
import { sanitizeDetail } from '../failures/sanitizeDetail.ts';
import { failed, type Outcome } from '../outcome.ts';
import { type AttemptDeps, attempt, type OpenResponse, type PreparedRequest } from './attempt.ts';
import { delayOperation, type Operation } from './operation.ts';
import { type RedirectTarget, redirectTarget } from './redirect.ts';
import { maxRetriesFor, retryDelayMs } from './retryPolicy.ts';

/** Maximum time for which a wait that the service asked for is kept without asking it again: it may be wrong. */
const MAX_BLOCK_MS = 60 * 60 * 1000;

/** One request to the service, before the key is added. */
interface ServiceRequest {
  method: 'GET' | 'POST';
  /** Relative to the base URL. */
  path: string;
  /** JSON */
  body?: string;
  /** The model that the body names, so that a 404 can be attributed to it. */
  model?: string;
  /** Called before each attempt, which is sent when this resolves. */
  onSend?: () => Promise<void>;
}

/**
 * Sends a request and resolves with a successful response, its body unread, or a failure. Temporary failures are
 * retried as `retryPolicy` allows, visibly to the user. Every request of the client goes through here. Throws the
 * signal's reason on an abort.
 */
export async function send(
  deps: AttemptDeps,
  operation: Operation,
  request: ServiceRequest,
): Promise<Outcome<OpenResponse>> {
  operation.signal.throwIfAborted();
  const { endpoint } = operation.connection;
  const host = hostOf(endpoint);
  if (deps.network.isSecurePage && isMixedContent(endpoint)) {
    return failed({ kind: 'mixedContent', host });
  }
  if (!(await isServerTrusted(deps, operation))) {
    return failed({ kind: 'certificatesUnchecked', host });
  }
  const prepared = prepareRequest(request);
  const url = endpoint.baseUrl + request.path;
  const first = await sendWithRetries(deps, operation, { ...prepared, url });
  if (!first.ok) {
    return first;
  }
  const target = redirectTarget(first.value.head, url, endpoint);
  if (target.type !== 'followed') {
    return failIfRedirected(first.value, target, operation.connection.apiKey);
  }
  first.value.transfer.end('ok');
  deps.log.note('Followed a redirect below the base URL');
  const second = await sendWithRetries(deps, operation, { ...prepared, url: target.url });
  return second.ok
    ? failIfRedirected(
        second.value,
        redirectTarget(second.value.head, target.url, endpoint),
        operation.connection.apiKey,
      )
    : second;
}

async function sendWithRetries(
  deps: AttemptDeps,
  operation: Operation,
  request: PreparedRequest,
): Promise<Outcome<OpenResponse>> {
  const { clock, limits, network, pacer } = deps;
  for (;;) {
    const result = await attempt(deps, operation, request);
    if (result.ok) {
      return result;
    }
    const { failure } = result;
    const ms = retryDelayMs(failure, operation.retries, limits());
    const isLimited = failure.kind === 'rateLimited';
    const asked = Math.min((failure.retryAfterSeconds ?? 0) * 1000, MAX_BLOCK_MS);
    const until = clock.monotonic() + (ms ?? asked);
    // Not if nothing was sent, and this only repeats what the service said before.
    if (isLimited && failure.exchange !== undefined) {
      await pacer.blockUntil(operation.connection, until);
    }
    if (ms === undefined || operation.retries >= maxRetriesFor(failure, request.method, network)) {
      return failed(failure);
    }
    operation.retries++;
    const reason = isLimited ? 'rateLimited' : 'retry';
    await delayOperation({ reason, until, failure }, operation, deps);
  }
}

/**
 * `fetch` must not follow redirects itself, since it could send the key to another origin or turn a POST into a GET.
 * A browser must not add cookies or a referrer, or use its cache.
 */
function prepareRequest({ method, path, body, model, onSend }: ServiceRequest): Omit<PreparedRequest, 'url'> {
  const init: PreparedRequest['init'] = {
    method,
    headers: {
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
  response: OpenResponse,
  target: RedirectTarget,
  apiKey: string,
): Outcome<OpenResponse> {
  return target.type === 'none'
    ? { ok: true, value: response }
    : failed(response.transfer.fail(redirectFailure(response.head.status, target, apiKey)));
}

/** A browser hides both the status and the target of a redirect. The target may contain the key. */
function redirectFailure(status: number, target: RedirectTarget, apiKey: string): Failure {
  const destination = target.type === 'refused' ? target.target : 'another of its URLs more than once';
  const detail =
    destination === undefined
      ? undefined
      : sanitizeDetail(`The service redirected to ${destination}`, apiKey);
  return {
    kind: 'redirected',
    ...(status !== 0 && { status }),
    ...omitUndefined({ detail }),
  };
}

/** Whether the certificate of the service will be checked, or the user agrees to send the key without that. */
async function isServerTrusted(
  { network, confirmUncheckedCertificates }: AttemptDeps,
  { connection: { endpoint }, signal }: Operation,
): Promise<boolean> {
  return (
    !endpoint.origin.startsWith('https:') ||
    network.checksCertificates() ||
    (await abortable(confirmUncheckedCertificates(endpoint), signal))
  );
}

/** Whether a browser blocks the request from a secure page (W3C Mixed Content, section 4.4; loopback is allowed). */
function isMixedContent(endpoint: Endpoint): boolean {
  const { protocol, hostname } = new URL(endpoint.origin);
  return protocol === 'http:' && !isLoopback(hostname);
}
