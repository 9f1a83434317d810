import type { ScriptedServer, Servers, TestService } from '../servers.ts';

/** A call of a function of `Servers` or, with `target`, of a server that was started before. */
export interface ControlCall {
  target?: number;
  method: string;
  args: readonly unknown[];
}

/** `started` is the number of a new server, and `value` its data. */
export interface ControlResult {
  started?: number;
  value?: unknown;
  error?: string;
}

export const CONTROL_PATH = '/control';

async function call(request: ControlCall): Promise<ControlResult> {
  const response = await fetch(CONTROL_PATH, { method: 'POST', body: JSON.stringify(request) });
  const result = (await response.json()) as ControlResult;
  if (result.error !== undefined) {
    throw new Error(result.error);
  }
  return result;
}

/**
 * Creates a proxy of a server in the control server's process: plain data is copied, and each function call is sent
 * over HTTP.
 */
async function start<T extends object>(method: string, args: readonly unknown[]): Promise<T> {
  const { started: target, value } = await call({ method, args });
  if (target === undefined) {
    throw new Error(`${method} started no server`);
  }
  return new Proxy(value as T, {
    get(data, name) {
      // `await` reads `then`, and the proxy is not a promise.
      if (typeof name === 'symbol' || name === 'then' || name in data) {
        return Reflect.get(data, name);
      }
      return async (...rest: unknown[]) => (await call({ target, method: name, args: rest })).value;
    },
  });
}

/** The servers of the control server that served this page. */
export const servers: Servers = {
  startService: (options = {}) => start<TestService>('startService', [options]),
  startScriptedServer: (script) => start<ScriptedServer>('startScriptedServer', [script]),
  closedBaseUrl: async () => (await call({ method: 'closedBaseUrl', args: [] })).value as string,
};
