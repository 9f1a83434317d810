import type { TimeLimits } from '../../../src/client/transport/timeLimits.ts';
import type { FailureKind } from '../../../src/contract/failure.ts';
import type { TurnAction } from '../../../src/protocol/conversation.ts';
import {
  closedPort,
  ends,
  firewall,
  handshake,
  noProxy,
  noService,
  type Obstacle,
  proxy,
  secureService,
  service,
  tunnelTo,
  untrustedService,
} from './causeServers.ts';

export interface Cause {
  /** Completes "a question that meets …". */
  cause: string;
  start(): Promise<Obstacle>;
  limits?: Partial<TimeLimits>;
  /** Number of questions that are answered before, on the same connection. */
  answered?: number;
  /** Of the failure. `finished` if there is none. */
  kind: FailureKind | 'finished';
  /** The text that the user reads, with `{host}` and `{proxy}` for their names. */
  says?: string;
  /** The first button and, after a space, the setting that it opens. */
  offers?: TurnAction | `openSettings ${string}`;
  /** Number of connections made to the server or proxy. After an abort, undici may make one more without a request. */
  connections?: number;
}

function response(status: number, body = '', ...headers: string[]): string {
  const all = [...headers, `Content-Length: ${body.length}`, 'Connection: close'];
  return `HTTP/1.1 ${status} Status\r\n${all.join('\r\n')}\r\n\r\n${body}`;
}

/** A response whose body doesn't end. */
function unended(status: number, type: string, body: string): string {
  return `HTTP/1.1 ${status} Status\r\nContent-Type: ${type}\r\n\r\n${body}`;
}

const REPLY = '{"content":[{"type":"text","text":"Hello"}],"stop_reason":"end_turn"}';
const KEPT_REPLY = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${REPLY.length}\r\n\r\n${REPLY}`;
const STREAMED =
  'data: {"type":"content_block_delta","delta":{"text":"Hello"}}\n\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n';
const JSON_TYPE = 'Content-Type: application/json';
const SIGN_IN = '<html><title>Hotel Wi-Fi</title></html>';
const TUNNEL = 'HTTP/1.1 200 OK\r\n\r\n';
const HTML_TYPE = 'Content-Type: text/html';

const CERTIFICATE = (why: string): string =>
  `The certificate of {host} was rejected (${why}), so nothing was sent; if your network uses its own certificates, check the http.systemCertificates and http.proxy settings.`;
const MAY_COST = 'The service may have received the question, so Retry may cost a second reply.';
const LOST = `{host} could not be reached, or the connection was lost before it responded. ${MAY_COST}`;
const OTHER = `Something other than the chat service responded at {host}. ${MAY_COST}`;
const NOT_SECURE =
  'The secure connection to {host} failed, so nothing was sent; check the port in the base URL, and the VPN or firewall if there is one.';
const NOT_IN_TIME =
  'No connection to {host} could be made in time, so nothing was sent; check the network, and the VPN or firewall if there is one.';
const WEB_PAGE =
  'A web page responded instead of the service; if your network has a sign-in page, sign in there with a browser and retry.';
const NOT_RESPONDED = `{host} did not respond within 1 s (setting assistant.responseTimeout). ${MAY_COST}`;
const PROXY_MAY = 'The proxy {proxy} may be the cause (setting http.proxy).';
const PROXY_FAILED =
  'The proxy for {host} refused or closed the connection, or did not respond, so nothing was sent; check the setting http.proxy, or ask whoever runs the proxy.';
const PROXY_INVALID =
  'VS Code can’t use the address in the setting http.proxy, so nothing was sent to {host}.';
const PROXY_IGNORED =
  'VS Code ignores the proxy {proxy} (setting http.proxy) because it does not start with http://.';
const NOT_FOUND = 'Could not find {host}; check the base URL and your network connection.';

const OLD_TLS = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

/** For what takes long. */
const NO_RESPONSE = { responseTimeoutMs: 500 };
const SHORT_REST = { restTimeoutMs: 200 };

/** What can be in the way of a question, and what the user reads and is offered. */
export const CAUSES: readonly Cause[] = [
  // No connection to the service.
  {
    cause: 'a name that does not exist',
    start: noService('https://chat.invalid/api/v1'),
    kind: 'hostNotFound',
    says: NOT_FOUND,
    offers: 'openSettings assistant.baseUrl',
  },
  {
    cause: 'a name that can not be looked up now',
    start: noService('https://offline.invalid/api/v1'),
    kind: 'offline',
    says: 'There is no network connection to {host}.',
    offers: 'retry',
  },
  {
    cause: 'a port on which nothing listens',
    start: async () => ({ baseUrl: `http://localhost:${await closedPort()}/api/v1` }),
    kind: 'refused',
    says: '{host} refused the connection; the service may not be running.',
    offers: 'retry',
  },
  {
    cause: 'a firewall',
    start: firewall,
    kind: 'connectTimedOut',
    says: NOT_IN_TIME,
    offers: 'retry',
  },
  // A connection that is lost.
  {
    cause: 'a kept connection that died without a sign',
    start: service((socket) => socket.write(KEPT_REPLY)),
    limits: NO_RESPONSE,
    answered: 1,
    kind: 'timedOut',
    says: NOT_RESPONDED,
    offers: 'retry',
  },
  {
    cause: 'a connection that is reset after the question',
    start: service((socket) => socket.resetAndDestroy()),
    kind: 'unreachable',
    says: LOST,
    offers: 'retry',
    connections: 1,
  },
  // A response that is none.
  ...(
    [
      ['a 100 that was not asked for', `HTTP/1.1 100 Continue\r\n\r\n${KEPT_REPLY}`],
      ['a 101 that was not asked for', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
      ['a response with two lengths', response(200, REPLY, JSON_TYPE, 'Content-Length: 5')],
      [
        'a response with a length and in chunks',
        response(200, '0\r\n\r\n', JSON_TYPE, 'Transfer-Encoding: chunked'),
      ],
      ['a server of another protocol', '220 mail.example.test ESMTP\r\n'],
    ] as const
  ).map(
    ([cause, answer]): Cause => ({
      cause,
      start: service(ends(answer)),
      kind: 'notAReply',
      says: OTHER,
      offers: 'openSettings assistant.baseUrl',
      connections: 1,
    }),
  ),
  // TLS.
  ...(
    [
      [
        'a certificate of an unknown authority',
        untrustedService,
        'its issuer is not trusted on this machine',
      ],
      ['a certificate that is self-signed', secureService('selfSigned'), 'it is self-signed'],
      [
        'a certificate that has expired',
        secureService('expired'),
        'it has expired, or the clock of this machine is wrong',
      ],
      [
        'a certificate that is not valid yet',
        secureService('notYetValid'),
        'it is not valid yet, or the clock of this machine is wrong',
      ],
      ['a certificate of another host', secureService('otherHost'), 'it is for another host'],
    ] as const
  ).map(
    ([cause, start, why]): Cause => ({
      cause,
      start,
      kind: 'certificate',
      says: CERTIFICATE(why),
      offers: 'openSettings http.systemCertificates',
      connections: 1,
    }),
  ),
  {
    cause: 'a service that wants a certificate from the client',
    start: secureService('valid', { requestCert: true, maxVersion: 'TLSv1.2' }),
    kind: 'notSecure',
    says: '{host} refused the secure connection, so nothing was sent; it may want a certificate from the client, which VS Code does not send for extensions.',
    offers: 'retry',
    connections: 2,
  },
  {
    // The handshake is over when the service refuses, and `fetch` does not tell why.
    cause: 'a service that wants a certificate from the client, with TLS 1.3',
    start: secureService('valid', { requestCert: true }),
    kind: 'unreachable',
    says: LOST,
    offers: 'retry',
    connections: 1,
  },
  ...(
    [
      ['a server without TLS', handshake(ends(response(400)))],
      ['a server that knows only an old TLS', secureService('valid', OLD_TLS)],
      ['a server that closes in the TLS handshake', handshake((socket) => socket.end())],
    ] as const
  ).map(
    ([cause, start]): Cause => ({
      cause,
      start,
      kind: 'notSecure',
      says: NOT_SECURE,
      offers: 'retry',
      connections: 2,
    }),
  ),
  {
    // `fetch` does not tell this from a connection that is reset later.
    cause: 'a server that resets the connection in the TLS handshake',
    start: handshake((socket) => socket.resetAndDestroy()),
    kind: 'unreachable',
    says: LOST,
    offers: 'retry',
    connections: 1,
  },
  // A proxy.
  {
    cause: 'a proxy that closes after CONNECT',
    start: proxy((socket) => socket.end()),
    kind: 'proxy',
    says: PROXY_FAILED,
    offers: 'openSettings http.proxy',
    connections: 1,
  },
  {
    cause: 'a proxy that resets the connection after CONNECT',
    start: proxy((socket) => socket.resetAndDestroy()),
    kind: 'unreachable',
    says: `${LOST} ${PROXY_MAY}`,
    offers: 'retry',
    connections: 1,
  },
  {
    cause: 'a proxy that closes the connection that it made',
    start: proxy((socket) => {
      socket.write(TUNNEL);
      socket.once('data', () => socket.end());
    }),
    kind: 'notSecure',
    says: `${NOT_SECURE} ${PROXY_MAY}`,
    offers: 'retry',
    connections: 2,
  },
  ...[403, 502].map(
    (status): Cause => ({
      cause: `a proxy that answers ${status}`,
      start: proxy(ends(response(status))),
      kind: 'proxy',
      says: PROXY_FAILED,
      offers: 'openSettings http.proxy',
      connections: 1,
    }),
  ),
  {
    cause: 'a proxy that wants a password',
    start: proxy(ends(response(407, '', 'Proxy-Authenticate: Negotiate'))),
    kind: 'proxy',
    says: 'The proxy for {host} wants a user name and password; put them into the setting http.proxy, as in http://user:password@proxy.example.com:8080.',
    offers: 'openSettings http.proxy',
    connections: 1,
  },
  {
    cause: 'a proxy that is silent',
    start: proxy(() => undefined),
    limits: NO_RESPONSE,
    kind: 'timedOut',
    says: `${NOT_RESPONDED} ${PROXY_MAY}`,
    offers: 'retry',
  },
  {
    cause: 'a proxy that is none',
    start: proxy(ends('SSH-2.0-OpenSSH\r\n')),
    kind: 'notAReply',
    says: `${OTHER} ${PROXY_MAY}`,
    offers: 'openSettings http.proxy',
    connections: 1,
  },
  {
    cause: 'a proxy that is not reached by TLS, as the setting says',
    start: proxy(ends(response(400)), 'https'),
    kind: 'notSecure',
    says: `${NOT_SECURE} ${PROXY_MAY}`,
    offers: 'retry',
    connections: 2,
  },
  {
    cause: 'a proxy that presents its own certificate',
    start: tunnelTo('selfSigned'),
    kind: 'certificate',
    says: `${CERTIFICATE('it is self-signed')} ${PROXY_MAY}`,
    offers: 'openSettings http.systemCertificates',
    connections: 1,
  },
  {
    cause: 'a proxy that is not there',
    start: async () => noProxy(`http://127.0.0.1:${await closedPort()}`)(),
    kind: 'proxy',
    says: PROXY_FAILED,
    offers: 'openSettings http.proxy',
  },
  {
    cause: 'a proxy whose name does not exist',
    start: noProxy('http://proxy.invalid:3128'),
    kind: 'proxy',
    says: PROXY_FAILED,
    offers: 'openSettings http.proxy',
  },
  {
    cause: 'a proxy setting with an impossible port',
    start: noProxy('http://127.0.0.1:99999'),
    kind: 'proxy',
    says: PROXY_INVALID,
    offers: 'openSettings http.proxy',
  },
  {
    cause: 'a proxy setting without a scheme',
    start: noProxy('127.0.0.1:3128', 'https://chat.invalid/api/v1'),
    kind: 'hostNotFound',
    says: `${NOT_FOUND} ${PROXY_IGNORED}`,
    offers: 'openSettings http.proxy',
  },
  // A network that is not open yet, and answers of the service.
  ...[200, 403, 503, 511].map(
    (status): Cause => ({
      cause: `a sign-in page with status ${status}`,
      start: service(ends(response(status, SIGN_IN, HTML_TYPE))),
      kind: 'webPage',
      says: WEB_PAGE,
      offers: 'retry',
      connections: 1,
    }),
  ),
  {
    cause: 'a redirect to a sign-in page',
    start: service(ends(response(302, '', 'Location: https://sign-in.example.test/'))),
    kind: 'redirected',
    says: 'The service, or a network sign-in page, tried to redirect the request to another address, but it was not sent there.',
    offers: 'openSettings assistant.baseUrl',
    connections: 1,
  },
  {
    cause: 'an unpaid account',
    start: service(ends(response(402))),
    kind: 'forbidden',
    says: 'The service wants a payment for this account (402). Check the payment in the dashboard.',
    offers: 'retry',
    connections: 1,
  },
  {
    cause: 'a wait of many years',
    start: service(ends(response(429, '', 'Retry-After: 99999999999'))),
    kind: 'rateLimited',
    says: 'Too many requests (429); the service asked to wait for days, longer than the maximum automatic wait of 60 s. Wait and retry, or send requests less often.',
    offers: 'waitAndRetry',
    connections: 1,
  },
  {
    cause: 'an error whose body does not end',
    start: service((socket) => socket.write(unended(401, 'text/plain', 'No such key'))),
    limits: SHORT_REST,
    kind: 'unauthorized',
    says: 'The service did not accept the API key (401). Check the key in the dashboard.',
    offers: 'changeApiKey',
  },
  // Replies that are whole.
  {
    cause: 'a reply after whose end nothing comes',
    start: service((socket) => socket.write(unended(200, 'text/event-stream', STREAMED))),
    limits: SHORT_REST,
    kind: 'finished',
  },
  {
    cause: 'a reply after whose end the connection is kept alive',
    start: service((socket) => {
      socket.write(unended(200, 'text/event-stream', STREAMED));
      const timer = setInterval(() => socket.write(': keep-alive\n\n'), SHORT_REST.restTimeoutMs / 10);
      socket.on('close', () => clearInterval(timer));
    }),
    limits: SHORT_REST,
    kind: 'finished',
  },
  {
    cause: 'a reply with an empty error',
    start: service(ends(response(200, REPLY.replace('}]', '}],"error":{}'), JSON_TYPE))),
    kind: 'finished',
    connections: 1,
  },
];
