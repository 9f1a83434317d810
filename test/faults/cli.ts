import { parseArgs } from 'node:util';
import { STREAM_FORMATS } from '../../src/localService/chat/streamFormats.ts';
import type { Upstream } from '../../src/localService/chat/upstream.ts';
import type { LocalServiceOptions } from '../../src/localService/server.ts';
import { beginFault, type FaultChoice, faultTable, parseFaultChoice } from './catalogue.ts';
import { type FaultyService, startFaultyService } from './faultyService.ts';

const USAGE = `Usage: npm run service --
       [--port number] [--stream ${STREAM_FORMATS.join('|')}] [--latency ms]
       [--upstream url --upstream-model name] [--fault id[:parameter]]… [--faults]
Each --fault applies to chat requests until the service stops, or to the number of requests that the fault names. --faults lists all faults.
If the upstream needs an API key, set it in the environment variable ASSISTANT_UPSTREAM_KEY.`;

const MAX_PORT = 65_535;
const MAX_LATENCY_MS = 600_000;
const PARENT_CHECK_INTERVAL_MS = 250;

function parseWholeNumber(option: string, value: string, max: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= max)) {
    throw new Error(`--${option} must be a whole number from 0 to ${max}, not "${value}".`);
  }
  return number;
}

function readUpstream(url: string | undefined, model: string | undefined): Upstream | undefined {
  if (url === undefined && model === undefined) {
    return undefined;
  }
  if (url === undefined || model === undefined) {
    throw new Error('--upstream and --upstream-model must be used together.');
  }
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) {
    throw new Error(
      '--upstream must be an http or https URL without a user name or password, such as http://127.0.0.1:11434/v1.',
    );
  }
  const apiKey = process.env['ASSISTANT_UPSTREAM_KEY'];
  return { baseUrl: url, model, ...(apiKey && { apiKey }) };
}

/** @throws Error that describes the problem */
function readFault(text: string): FaultChoice {
  const choice = parseFaultChoice(text);
  beginFault(choice);
  return choice;
}

/**
 * Calls `onParentExit` when the parent process ends, if npm started this process. npm runs scripts in a shell, and a
 * signal to npm ends that shell without reaching this process, which would keep its port occupied.
 */
function watchParent(onParentExit: () => void): void {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const timer = setInterval(() => {
      if (process.ppid !== parent) {
        clearInterval(timer);
        onParentExit();
      }
    }, PARENT_CHECK_INTERVAL_MS);
    timer.unref();
  }
}

/** @throws Error that names the port if it is in use */
async function start(options: LocalServiceOptions): Promise<FaultyService> {
  try {
    return await startFaultyService(options);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      ? new Error(
          `Port ${options.port} is in use. Choose another with --port, or use --port 0 for any free port.`,
        )
      : error;
  }
}

/**
 * Starts a service that runs until a signal ends it, and prints its base URL and keys as one line of JSON.
 * @throws Error that names the invalid option and the values it accepts
 */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      stream: { type: 'string', default: 'sse' },
      latency: { type: 'string', default: '0' },
      upstream: { type: 'string' },
      'upstream-model': { type: 'string' },
      fault: { type: 'string', multiple: true, default: [] },
      faults: { type: 'boolean', default: false },
    },
  });
  if (values.faults) {
    process.stdout.write(`${faultTable()}\n`);
    return;
  }
  const stream = STREAM_FORMATS.find((format) => format === values.stream);
  if (stream === undefined) {
    throw new Error(`--stream must be one of ${STREAM_FORMATS.join(', ')}, not "${values.stream}".`);
  }
  const upstream = readUpstream(values.upstream, values['upstream-model']);
  const faults = values.fault.map(readFault);
  const service = await start({
    port: parseWholeNumber('port', values.port, MAX_PORT),
    stream,
    latencyMs: parseWholeNumber('latency', values.latency, MAX_LATENCY_MS),
    ...(upstream && { upstream }),
  });
  for (const { id, ...choice } of faults) {
    service.fault(id, choice);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.close());
  }
  watchParent(() => void service.close());
  process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, keys: service.keys })}\n`);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exitCode = 1;
}
