import { STREAM_FORMATS } from './chat/streamFormats.ts';
import { TOKEN_COUNTER_NAMES } from './chat/tokenCounters.ts';
import type { Upstream } from './chat/upstream.ts';
import type { LocalService, LocalServiceOptions } from './server.ts';

/** The service's options for `parseArgs`. Scripts that wrap the service add their own. */
export const SERVICE_OPTIONS = {
  port: { type: 'string', default: '0' },
  stream: { type: 'string', default: 'sse' },
  latency: { type: 'string', default: '0' },
  counter: { type: 'string', default: 'pieces' },
  upstream: { type: 'string' },
  'upstream-model': { type: 'string' },
} as const;

export const SERVICE_USAGE = `[--port number] [--stream ${STREAM_FORMATS.join('|')}] [--latency ms]
       [--counter ${TOKEN_COUNTER_NAMES.join('|')}] [--upstream url --upstream-model name]`;

export const UPSTREAM_KEY_USAGE =
  'If the upstream needs an API key, set it in the environment variable ASSISTANT_UPSTREAM_KEY.';

interface OptionValues {
  port: string;
  stream: string;
  latency: string;
  counter: string;
  upstream?: string | undefined;
  'upstream-model'?: string | undefined;
}

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

/** @throws Error that names the invalid option and the values it accepts */
export function readServiceOptions(values: OptionValues): LocalServiceOptions {
  const stream = STREAM_FORMATS.find((format) => format === values.stream);
  if (stream === undefined) {
    throw new Error(`--stream must be one of ${STREAM_FORMATS.join(', ')}, not "${values.stream}".`);
  }
  const counter = TOKEN_COUNTER_NAMES.find((name) => name === values.counter);
  if (counter === undefined) {
    throw new Error(`--counter must be one of ${TOKEN_COUNTER_NAMES.join(', ')}, not "${values.counter}".`);
  }
  const upstream = readUpstream(values.upstream, values['upstream-model']);
  return {
    port: parseWholeNumber('port', values.port, MAX_PORT),
    stream,
    latencyMs: parseWholeNumber('latency', values.latency, MAX_LATENCY_MS),
    counter,
    ...(upstream && { upstream }),
  };
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

/**
 * Starts a service that runs until a signal ends it, and prints its base URL and keys as one line of JSON.
 * @throws Error that names the port if it is in use
 */
export async function runService(
  options: LocalServiceOptions,
  start: (options: LocalServiceOptions) => Promise<LocalService>,
): Promise<void> {
  let service: LocalService;
  try {
    service = await start(options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw code === 'EADDRINUSE'
      ? new Error(
          `Port ${options.port} is in use. Choose another with --port, or use --port 0 for any free port.`,
        )
      : error;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.close());
  }
  watchParent(() => void service.close());
  process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, keys: service.keys })}\n`);
}

/** Runs `work`. If it throws, prints the error and the usage and sets the exit code to 1. */
export async function runCommandLine(usage: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    process.exitCode = 1;
  }
}
