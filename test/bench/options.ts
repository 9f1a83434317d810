import { parseArgs } from 'node:util';

export type Part = 'streaming' | 'conversation' | 'history' | 'sizes' | 'activation' | 'panel';

export const PARTS: readonly Part[] = [
  'streaming',
  'conversation',
  'history',
  'sizes',
  'activation',
  'panel',
];

export interface Options {
  readonly parts: ReadonlySet<Part>;
  /**
   * Number of runs per median: cold starts of each extension, openings of a long conversation, and processes
   * that list and search all conversations.
   */
  readonly runs: number;
  /** Another build of the extension, which takes turns with this one. */
  readonly against: string | undefined;
  readonly help: boolean;
}

export const USAGE = `npm run bench [-- options]: measures the packaged extension and compares it with its budgets
  --only <part>     measure one part: ${PARTS.join(', ')}
  --runs <count>    number of runs behind each median (5)
  --against <vsix>  another build, measured in turns with this one where VS Code is started`;

/**
 * Parses the command line.
 * @throws Error with a message for the user if an option is invalid
 */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      against: { type: 'string' },
      runs: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) {
    throw new Error(`--runs must be a whole number of at least 1, not ${values.runs}`);
  }
  return { parts: new Set(partsNamed(values.only)), runs, against: values.against, help: values.help };
}

function partsNamed(only: string | undefined): readonly Part[] {
  if (only === undefined) {
    return PARTS;
  }
  const part = PARTS.find((name) => name === only);
  if (part === undefined) {
    throw new Error(`--only must be one of ${PARTS.join(', ')}, not ${only}`);
  }
  return [part];
}
