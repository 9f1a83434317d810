/*
 * A worker that loads modules, and posts the expressions that they make with `RegExp` meanwhile. Its data is the
 * JavaScript of each module by URL.
 */
import { registerHooks } from 'node:module';
import { getCallSites } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { useStubVsCode } from './useStubVsCode.ts';

/** An expression, and the call that made it. */
export interface Recorded {
  readonly expression: RegExp;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

const modules = workerData as ReadonlyMap<string, string>;
const recorded: Recorded[] = [];

function record(expression: RegExp): RegExp {
  // This function, the trap that called it, and who called `RegExp`.
  const site = getCallSites()[2];
  if (site !== undefined && modules.has(site.scriptName)) {
    const { scriptName: url, lineNumber: line, columnNumber: column } = site;
    recorded.push({ expression, url, line, column });
  }
  return expression;
}

useStubVsCode();
registerHooks({
  load: (url, context, next) => {
    const source = modules.get(url);
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});
globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, args, newTarget) => record(Reflect.construct(target, args, newTarget)),
  apply: (target, self, args) => record(Reflect.apply(target, self, args)),
});
for (const url of modules.keys()) {
  await import(url);
}
parentPort?.postMessage(recorded);
