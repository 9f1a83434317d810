import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { isRound } from '../support/traffic.ts';
import { extensionHosts } from './extensionHosts.ts';
import { openSuites, type SuitesOptions } from './hostRun.ts';
import { TrafficOutput } from './trafficOutput.ts';

/** In ms: no window lives longer. */
const LONGEST = 280_000;
/** A window has told so much when it is killed. */
const FEWEST_LINES = 20;
const MOST_LINES = 160;

export interface TrafficWindowsOptions extends Omit<SuitesOptions, 'output' | 'timeout'> {
  /** The folder that `TRAFFIC_FOLDER` names in the environment of the extension hosts. */
  readonly marks: string;
  readonly windows: number;
  /** So many things are done in all: asked, changed or killed. */
  readonly rounds: number;
}

export interface TrafficResult {
  /** All windows there were, those last that lived to the end. */
  readonly outputs: readonly TrafficOutput[];
  readonly kills: number;
  readonly problems: readonly string[];
}

interface LiveWindow {
  readonly context: BrowserContext;
  readonly ended: Promise<number | string>;
  readonly output: TrafficOutput;
}

/**
 * Opens windows whose extension hosts do things at random, kills one or another of those hosts at any moment, opens
 * another window in its place, and in the end lets all that live tell how they read the conversations.
 */
export async function runTrafficWindows(options: TrafficWindowsOptions): Promise<TrafficResult> {
  const outputs: TrafficOutput[] = [];
  const problems: string[] = [];
  let kills = 0;
  let stopping: Promise<void> | undefined;

  function stopWhenDone(): void {
    const done = outputs.flatMap(({ acknowledged }) => acknowledged).filter(isRound).length + kills;
    if (done >= options.rounds) {
      stopping ??= writeFile(join(options.marks, 'stop'), '');
    }
  }

  /** A window that lives to the end; `undefined` for one that ended too early. */
  async function keepWindow(): Promise<LiveWindow | undefined> {
    for (;;) {
      const { window, outcome } = await openOne();
      if (outcome === 'stopped') {
        return window;
      }
      await window.context.close();
      if (outcome !== 'killed') {
        problems.push(`A window ended: ${outcome}\n${window.output.others.join('\n')}`);
        return undefined;
      }
    }
  }

  async function openOne(): Promise<{ window: LiveWindow; outcome: string | number }> {
    const lines = randomInt(FEWEST_LINES, MOST_LINES);
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
        // At any moment of what it does next.
        setTimeout(() => void die(), randomInt(200));
      }
    });
    const die = async (): Promise<void> => {
      const { processId } = output;
      const hosts = await extensionHosts(options.vscode.dataDir);
      if (stopping === undefined && processId !== undefined && hosts.includes(processId) && kill(processId)) {
        kills += 1;
        settle('killed');
      }
    };
    outputs.push(output);
    const { workbench, ended } = await openSuites({ ...options, output, timeout: LONGEST });
    const window = { context: workbench.page.context(), ended, output };
    // A host that was killed is said to have ended as well, perhaps sooner.
    const first = await Promise.race([outcome, ended.then((code) => pause(2000).then(() => code))]);
    return { window, outcome: first };
  }

  const alive = (await Promise.all(Array.from({ length: options.windows }, keepWindow))).flatMap(
    (window) => window ?? [],
  );
  // VS Code may have started a host again before its window was closed.
  const known = new Set(alive.map(({ output }) => output.processId));
  for (const processId of await extensionHosts(options.vscode.dataDir)) {
    if (!known.has(processId)) {
      kill(processId);
    }
  }
  await writeFile(join(options.marks, 'read'), '');
  for (const { ended, output } of alive) {
    const outcome = await ended;
    if (outcome !== 0) {
      problems.push(`A window did not read to the end: ${outcome}\n${output.others.join('\n')}`);
    }
  }
  return { outputs, kills, problems };
}

/** Whether it was still there. */
function kill(processId: number): boolean {
  try {
    return process.kill(processId, 'SIGKILL');
  } catch {
    return false;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
