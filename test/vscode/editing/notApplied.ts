import { lazy } from '../../../src/base/lazy.ts';
import { DocumentWriter } from '../../../src/vscode/editing/documentWriter.ts';
import type { ReplyActionsDeps } from '../../../src/vscode/editing/replyActions.ts';

type WriterDeps = ConstructorParameters<typeof DocumentWriter>[0];

/** For suites in which nothing that was applied is followed. */
export function notApplied(
  deps: Omit<WriterDeps, 'onWritten'>,
): Pick<ReplyActionsDeps, 'writer' | 'applied'> {
  return {
    writer: new DocumentWriter({ ...deps, onWritten: () => undefined }),
    applied: lazy(async () => ({ find: async () => undefined })),
  };
}
