import { type Spread, spread } from '../spread.ts';
import type { ColdStart } from './coldStart.ts';
import { type PanelStages, STAGES, type Stage } from './panelStages.ts';
import type { Starts } from './startInTurns.ts';
import { TWIN } from './subjects.ts';

/** The view of one subject in several cold starts. */
export interface PanelResult {
  /** Its name. */
  readonly subject: string;
  readonly opening: Way;
  /** Back to the view after a look at the Explorer. The median of each start counts as one run. */
  readonly wayBack: Way;
}

export interface Way {
  /** In ms since Enter. */
  readonly stages: StageSpreads;
  /** `usable` relative to the twin in the same round. Missing for the twin itself, and if the twin was not measured. */
  readonly ratio?: Spread;
}

type StageSpreads = Readonly<Partial<Record<Stage, Spread>> & Record<'usable', Spread>>;

export function panelResults(all: readonly Starts[]): readonly PanelResult[] {
  const twin = all.find(({ subject }) => subject === TWIN);
  return all.map((own) => {
    const wayOf = (stagesOf: (start: ColdStart) => PanelStages): Way => {
      const [stages, others] = [own.starts.map(stagesOf), twin?.starts.map(stagesOf)];
      return {
        stages: spreads(stages),
        ...(others && own !== twin && { ratio: ratioTo(others, stages) }),
      };
    };
    return {
      subject: own.subject.name,
      opening: wayOf(({ panel }) => panel),
      wayBack: wayOf(({ wayBack }) => medians(wayBack)),
    };
  });
}

function spreads(runs: readonly PanelStages[]): StageSpreads {
  const all: Partial<Record<Stage, Spread>> = {};
  for (const stage of STAGES) {
    const times = runs.flatMap((stages) => stages[stage] ?? []);
    if (times.length > 0) {
      all[stage] = spread(times);
    }
  }
  return { ...all, usable: spread(runs.map(({ usable }) => usable)) };
}

function medians(runs: readonly PanelStages[]): PanelStages {
  const all = spreads(runs);
  const stages: Partial<Record<Stage, number>> = {};
  for (const stage of STAGES) {
    const { median } = all[stage] ?? {};
    if (median !== undefined) {
      stages[stage] = median;
    }
  }
  return { ...stages, usable: all.usable.median };
}

function ratioTo(twin: readonly PanelStages[], own: readonly PanelStages[]): Spread {
  return spread(own.map(({ usable }, round) => usable / (twin[round]?.usable ?? Number.NaN)));
}
