import { type Lazy, lazy } from '../../base/lazy.ts';
import type { AppliedBlocks, AppliedBlocksDeps } from './appliedBlocks.ts';

export type LazyApplied = Lazy<AppliedBlocks>;

/** What became of the code blocks that were applied, for the first reply that has one, and what is written. */
export function lazyApplied(deps: AppliedBlocksDeps): LazyApplied {
  return lazy(async () => {
    const { AppliedBlocks } = await import('./appliedBlocks.ts');
    return new AppliedBlocks(deps);
  });
}
