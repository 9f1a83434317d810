import type { History } from '../../src/core/history/history.ts';

/** A history that stores nothing. */
export const NO_HISTORY: History = {
  list: async () => [],
  open: async () => undefined,
  write: async () => undefined,
  state: { isSaving: true },
  onStateChanged: () => ({ dispose: () => undefined }),
  onChanged: () => ({ dispose: () => undefined }),
  onReset: () => ({ dispose: () => undefined }),
  refresh: async () => undefined,
  onDeleted: () => ({ dispose: () => undefined }),
  removeDeleted: async () => undefined,
  retry: async () => undefined,
  dispose: async () => undefined,
};
