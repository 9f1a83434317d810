import type { LongConversation } from './conversation.ts';
import type { HistoryCosts } from './history/measureHistory.ts';
import type { PanelResult } from './panel/panelResult.ts';
import type { Sizes } from './sizes.ts';
import { type Spread, spread } from './spread.ts';
import type { ActivationStats } from './startupPerformance.ts';
import type { Frames } from './streaming/measureFrames.ts';
import type { Streaming } from './streaming/measureStreaming.ts';

/** All results. Parts that were not selected or could not be measured are missing. */
export interface Results {
  readonly streaming?: readonly Streaming[];
  readonly frames?: readonly Frames[];
  readonly conversation?: LongConversation;
  readonly history?: HistoryCosts;
  readonly sizes?: Sizes;
  readonly activation?: ActivationResult;
  readonly panel?: readonly PanelResult[];
  /** Why the remaining parts could not be measured. */
  readonly problem?: string;
}

/** VS Code's own measurements, in ms. */
export interface ActivationResult {
  readonly loadCode: Spread;
  readonly callActivate: Spread;
  readonly finishActivate: Spread;
  /** Sum of the three. */
  readonly total: Spread;
  /** Activation event of each run. */
  readonly events: readonly string[];
}

export function activationResult(all: readonly ActivationStats[]): ActivationResult {
  return {
    loadCode: spread(all.map(({ loadCode }) => loadCode)),
    callActivate: spread(all.map(({ callActivate }) => callActivate)),
    finishActivate: spread(all.map(({ finishActivate }) => finishActivate)),
    total: spread(
      all.map(({ loadCode, callActivate, finishActivate }) => loadCode + callActivate + finishActivate),
    ),
    events: all.map(({ event }) => event),
  };
}
