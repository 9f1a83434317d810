import type { ScriptedServer, Servers, TestService } from '../servers.ts';

/** One call of a function of the control server: of `Servers` itself, or of a server that it started before. */
export interface ControlCall {
  target?: number;
  method: string;
  args: readonly unknown[];
}

/** `started` is the number of a new server, with its data in `value`. */
export interface ControlAnswer {
  started?: number;
  value?: unknown;
  error?: string;
}

export const CONTROL_PATH = '/control';

async function call(request: ControlCall): Promise<ControlAnswer> {
  const response = await fetch(CONTROL_PATH, { method: 'POST', body: JSON.stringify(request) });
  const answer = (await response.json()) as ControlAnswer;
  if (answer.error !== undefined) {
    throw new Error(answer.error);
  }
  return answer;
}

/** A stand-in for a server in the control server's process: data as it is, and every function by a call. */
async function start<T extends object>(method: string, args: readonly unknown[]): Promise<T> {
  const { started: target, value } = await call({ method, args });
  if (target === undefined) {
    throw new Error(`${method} started nothing`);
  }
  return new Proxy(value as T, {
    get(data, name) {
      // A promise asks for `then`, and a stand-in is none.
      if (typeof name === 'symbol' || name === 'then' || name in data) {
        return Reflect.get(data, name);
      }
      return async (...rest: unknown[]) => (await call({ target, method: name, args: rest })).value;
    },
  });
}

/** The servers of the control server that this page came from. */
export const servers: Servers = {
  startService: (options = {}) => start<TestService>('startService', [options]),
  startScriptedServer: (script) => start<ScriptedServer>('startScriptedServer', [script]),
  closedBaseUrl: async () => (await call({ method: 'closedBaseUrl', args: [] })).value as string,
};
