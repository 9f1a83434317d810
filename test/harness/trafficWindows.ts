import { randomInt } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { type Acknowledged, isRound } from '../support/traffic.ts';
import { REMOVING, type Removing } from '../support/trafficMarks.ts';
import type { TrafficReport } from '../vscode/history/sharedConversations.ts';
import { extensionHosts } from './vscode/extensionHosts.ts';
import { HostOutput } from './vscode/hostOutput.ts';
import { openSuites, type SuitesOptions } from './vscode/hostRun.ts';

/** Timeout of one window, in ms. Only a window that hangs lives this long, even on a busy machine. */
const TIMEOUT_MS = 1_800_000;
/** Prefix of the lines of a window's report. */
const REPORT_MARK = '[traffic] ';
/** Range of the number of lines that a window reports before it is killed. */
const MIN_LINES = 20;
const MAX_LINES = 160;

export interface TrafficWindowsOptions extends Omit<SuitesOptions, 'output' | 'timeout'> {
  /** The folder in `TRAFFIC_FOLDER` of the extension hosts' environment. */
  readonly marks: string;
  readonly windows: number;
  /** Number of questions, changes, and kills in all. At least one window is killed. */
  readonly rounds: number;
}

export interface TrafficResult {
  /** Output of all windows; those of the windows that survived come last. */
  readonly outputs: readonly TrafficOutput[];
  /** Turns that may have been removed. */
  readonly removing: readonly Acknowledged[];
  readonly kills: number;
  readonly problems: readonly string[];
}

interface LiveWindow {
  readonly context: BrowserContext;
  readonly ended: Promise<number | string>;
  readonly output: TrafficOutput;
}

/**
 * Opens windows whose extension hosts make random changes, kills some of these hosts at random moments, and opens a new
 * window for each. At the end, the surviving windows report a digest of each conversation as they read it.
 */
export async function runTrafficWindows(options: TrafficWindowsOptions): Promise<TrafficResult> {
  const outputs: TrafficOutput[] = [];
  const problems: string[] = [];
  let kills = 0;
  let stopping: Promise<void> | undefined;

  function stopWhenDone(): void {
    const done = outputs.flatMap(({ acknowledged }) => acknowledged).filter(isRound).length + kills;
    if (done >= options.rounds && kills > 0) {
      stopping ??= writeFile(join(options.marks, 'stop'), '');
    }
  }

  /** Opens windows until one survives. Returns `undefined` if one ended without being killed. */
  async function keepWindow(): Promise<LiveWindow | undefined> {
    for (;;) {
      const { window, outcome } = await openOne();
      if (outcome === 'stopped') {
        return window;
      }
      await window.context.close();
      if (outcome !== 'killed') {
        problems.push(`A window ended without being killed: ${outcome}\n${window.output.others.join('\n')}`);
        return undefined;
      }
    }
  }

  async function openOne(): Promise<{ window: LiveWindow; outcome: string | number }> {
    const lines = randomInt(MIN_LINES, Math.min(MAX_LINES, MIN_LINES + options.rounds));
    let isDying = false;
    let settle: (outcome: string) => void = () => undefined;
    const outcome = new Promise<string>((resolve) => {
      settle = resolve;
    });
    const output = new TrafficOutput(() => {
      stopWhenDone();
      if (output.hasStopped) {
        settle('stopped');
      } else if (output.acknowledged.length >= lines && !isDying) {
        isDying = true;
        // At a random moment of its next step.
        setTimeout(() => void killHost(), randomInt(200));
      }
    });
    const killHost = async (): Promise<void> => {
      const { processId } = output;
      const hosts = await extensionHosts(options.vscode.dataDir);
      if (stopping === undefined && processId !== undefined && hosts.includes(processId) && kill(processId)) {
        kills += 1;
        settle('killed');
      }
    };
    outputs.push(output);
    const { workbench, ended } = await openSuites({ ...options, output, timeout: TIMEOUT_MS });
    const window = { context: workbench.page.context(), ended, output };
    return { window, outcome: await Promise.race([outcome, ended]) };
  }

  const survivors = (await Promise.all(Array.from({ length: options.windows }, keepWindow))).flatMap(
    (window) => window ?? [],
  );
  // VS Code may have restarted a host before its window was closed.
  const known = new Set(survivors.map(({ output }) => output.processId));
  for (const processId of await extensionHosts(options.vscode.dataDir)) {
    if (!known.has(processId)) {
      kill(processId);
    }
  }
  await writeFile(join(options.marks, 'read'), '');
  for (const { ended, output } of survivors) {
    const outcome = await ended;
    if (outcome !== 0) {
      problems.push(
        `A surviving window did not report all conversations: ${outcome}\n${output.others.join('\n')}`,
      );
    }
  }
  return { outputs, removing: await readRemoving(options.marks), kills, problems };
}

async function readRemoving(folder: string): Promise<Acknowledged[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(REMOVING));
  const read = names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8');
    // Empty if the window was killed while writing it, before it removed anything.
    const { conversation, turns }: Removing =
      text === '' ? { conversation: '', turns: [] } : JSON.parse(text);
    return turns.map((turn): Acknowledged => ({ type: 'removing', conversation, turn }));
  });
  return (await Promise.all(read)).flat();
}

/** Returns whether the process existed. */
function kill(processId: number): boolean {
  try {
    return process.kill(processId, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Parses the report lines of one window among its output. */
class TrafficOutput extends HostOutput {
  readonly acknowledged: Acknowledged[] = [];
  /** Digests of the conversations as read at the end, by id. */
  readonly readings = new Map<string, string>();
  processId: number | undefined;
  hasStopped = false;
  readonly #onReport: () => void;

  constructor(onReport: () => void) {
    super();
    this.#onReport = onReport;
  }

  override accept(text: string): void {
    for (const line of text.split('\n')) {
      const start = line.indexOf(REPORT_MARK);
      if (start === -1) {
        super.accept(line);
      } else {
        this.#take(JSON.parse(line.slice(start + REPORT_MARK.length)) as TrafficReport);
      }
    }
  }

  #take(report: TrafficReport): void {
    switch (report.type) {
      case 'began':
        this.processId = report.processId;
        break;
      case 'acknowledged':
        this.acknowledged.push(report.one);
        break;
      case 'stopped':
        this.hasStopped = true;
        break;
      case 'read':
        this.readings.set(report.conversation, report.digest);
        break;
    }
    this.#onReport();
  }
}
