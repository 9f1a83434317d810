/** What undici says of a tunnel that a proxy refused, and VS Code with other signs at its end. It has no code of its own. */
const TUNNEL_REFUSED = /^Proxy response \((\d{3})\)/;

/** Where undici tried to connect until its time was up: `host:port, host:port`. */
const TIMED_OUT_AT = /\(attempted address(?:es)?: ([^)]+), timeout/;

/**
 * `fetch` keeps a 407 back, as the Fetch standard wants it (HTTP-network-or-cache fetch, 14), and undici gives
 * the error for that no word of its own: all its others say something.
 */
function isWithoutAWord(cause: object): boolean {
  return (
    cause instanceof Error && !(cause instanceof TypeError) && cause.message === '' && !('code' in cause)
  );
}

/** The TLS connection to the proxy itself failed (undici). */
const PROXY_NOT_SECURE = 'UND_ERR_PRX_TLS';

/**
 * What is wrong with the proxy, where a request failed at one and not at the service; `undefined` where nothing
 * shows that. A proxy shows itself by what it answered, and by a host or port that is not the one asked for.
 *
 * @param host with its port, unless it is that of the scheme
 */
export function proxyProblem(causes: readonly object[], host: string): string | undefined {
  const { hostname, port } = new URL(`http://${host}`);
  const isElsewhere = (tried: string): boolean => (port === '' ? !/^(80|443)$/.test(tried) : tried !== port);
  for (const cause of causes) {
    const { code, message, hostname: lookedUp, address, port: tried } = cause as Record<string, unknown>;
    const [, status] = TUNNEL_REFUSED.exec(String(message)) ?? [];
    if (status !== undefined) {
      return `The proxy answered ${status}`;
    }
    if (isWithoutAWord(cause)) {
      return 'The proxy answered 407';
    }
    if (code === PROXY_NOT_SECURE) {
      return code;
    }
    if (code === 'ENOTFOUND' && typeof lookedUp === 'string' && lookedUp !== hostname) {
      return `${code}: ${lookedUp}`;
    }
    if (code === 'ECONNREFUSED' && typeof tried === 'number' && isElsewhere(String(tried))) {
      return `${code}: ${address}:${tried}`;
    }
    const [, attempts] = TIMED_OUT_AT.exec(String(message)) ?? [];
    if (attempts?.split(', ').every((attempt) => isElsewhere(attempt.split(':').at(-1) ?? ''))) {
      return `${code}: ${attempts}`;
    }
  }
  return undefined;
}
