/** Fixed messages of undici's proxy agent for a tunnel that a proxy refused, which has no code of its own. */
const TUNNEL_REFUSED = /^Proxy response \(\d{3}\) !== 200 when HTTP Tunneling$/;

/** The TLS connection to the proxy itself failed (undici). */
const PROXY_NOT_SECURE = 'UND_ERR_PRX_TLS';

/**
 * Whether a request failed at a proxy and not at the service: the proxy says so, or what could not be found or
 * connected to is another host or port than was asked for.
 *
 * @param host with its port, unless it is that of the scheme
 */
export function isProxyFailure(causes: readonly object[], host: string): boolean {
  const { hostname, port } = new URL(`http://${host}`);
  const ports = port === '' ? [80, 443] : [Number(port)];
  return causes.some((cause) => {
    const { code, message, hostname: asked, port: tried } = cause as Record<string, unknown>;
    return (
      code === PROXY_NOT_SECURE ||
      (typeof message === 'string' && TUNNEL_REFUSED.test(message)) ||
      (code === 'ENOTFOUND' && typeof asked === 'string' && asked !== hostname) ||
      (code === 'ECONNREFUSED' && typeof tried === 'number' && !ports.includes(tried))
    );
  });
}
