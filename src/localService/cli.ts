import { parseArgs } from 'node:util';
import { beginFault, type FaultChoice, faultTable, parseFaultChoice } from './faults/catalogue.ts';
import { type LocalService, type LocalServiceOptions, startLocalService } from './server.ts';
import { STREAM_FORMATS } from './streamFormats.ts';
import { TOKEN_COUNTER_NAMES } from './tokenCounters.ts';
import type { Upstream } from './upstream.ts';

const USAGE = `Usage: npm run service -- [--port number] [--stream ${STREAM_FORMATS.join('|')}] [--latency ms]
                      [--counter ${TOKEN_COUNTER_NAMES.join('|')}]
                      [--upstream url --upstream-model name] [--fault id[:parameter]]… [--faults]
Each --fault holds for chat requests until the service ends, or for as many as the fault says; --faults lists them.
The upstream's key, where it needs one, comes from the environment variable ASSISTANT_UPSTREAM_KEY.`;

const MAX_PORT = 65_535;
const MAX_LATENCY_MS = 600_000;
const PARENT_CHECK_MS = 250;

function wholeNumber(option: string, value: string, most: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= most)) {
    throw new Error(`--${option} must be a whole number from 0 to ${most}, not "${value}".`);
  }
  return number;
}

function readUpstream(url: string | undefined, model: string | undefined): Upstream | undefined {
  if (url === undefined && model === undefined) {
    return undefined;
  }
  if (url === undefined || model === undefined) {
    throw new Error('--upstream and --upstream-model go together.');
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) {
    throw new Error(
      '--upstream must be an http or https address without a user name, such as http://127.0.0.1:11434/v1.',
    );
  }
  const apiKey = process.env['ASSISTANT_UPSTREAM_KEY'];
  return { baseUrl: url, model, ...(apiKey && { apiKey }) };
}

interface Options extends LocalServiceOptions {
  faults: FaultChoice[];
  /** Print the table of faults instead. */
  listFaults: boolean;
}

/** @throws Error that says what is wrong */
function readFault(text: string): FaultChoice {
  const choice = parseFaultChoice(text);
  beginFault(choice);
  return choice;
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '0' },
      stream: { type: 'string', default: 'sse' },
      latency: { type: 'string', default: '0' },
      counter: { type: 'string', default: 'pieces' },
      upstream: { type: 'string' },
      'upstream-model': { type: 'string' },
      fault: { type: 'string', multiple: true, default: [] },
      faults: { type: 'boolean', default: false },
    },
  });
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
    port: wholeNumber('port', values.port, MAX_PORT),
    stream,
    latencyMs: wholeNumber('latency', values.latency, MAX_LATENCY_MS),
    counter,
    ...(upstream && { upstream }),
    faults: values.fault.map(readFault),
    listFaults: values.faults,
  };
}

async function start(options: LocalServiceOptions): Promise<LocalService> {
  try {
    return await startLocalService(options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${options.port} is taken. Choose another with --port, or let --port 0 find one.`);
    }
    throw error;
  }
}

/**
 * npm runs a script in a shell, and a signal to npm ends that shell without ever reaching this process: started
 * by npm, it ends when its parent does, and holds no port that nobody sees.
 */
function watchParent(gone: () => void): void {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const timer = setInterval(() => {
      if (process.ppid !== parent) {
        clearInterval(timer);
        gone();
      }
    }, PARENT_CHECK_MS);
    timer.unref();
  }
}

async function run(options: Options): Promise<void> {
  const service = await start(options);
  for (const { id, ...choice } of options.faults) {
    service.fault(id, choice);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.close());
  }
  watchParent(() => void service.close());
  process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, keys: service.keys })}\n`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.listFaults) {
    process.stdout.write(`${faultTable()}\n`);
  } else {
    await run(options);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exitCode = 1;
}
