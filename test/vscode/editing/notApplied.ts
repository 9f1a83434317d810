import { lazy } from '../../../src/base/lazy.ts';
import type { ReplyActionsDeps } from '../../../src/vscode/editing/replyActions.ts';

/** For suites in which nothing that was applied is followed. */
export const notApplied: ReplyActionsDeps['applied'] = lazy(async () => ({
  find: async () => undefined,
  onWritten: () => undefined,
}));
