import type { LineRange } from '../plan/lineRange.ts';

/** Lines of a document, or a place between two, and what takes their place. */
export interface ImportChange extends LineRange {
  readonly code: readonly string[];
}
