import type { History } from './history.ts';

/** Where conversations are in memory alone. */
export const NO_HISTORY: History = {
  list: async () => [],
  open: async () => undefined,
  write: async () => undefined,
  state: { saving: true },
  onStateChanged: () => () => undefined,
  onChanged: () => () => undefined,
  refresh: async () => undefined,
  emptyTrash: async () => undefined,
  retry: async () => undefined,
  dispose: async () => undefined,
};
