import type { ReplyOptions } from '../../src/core/asking/chatSessionDeps.ts';
import { type Committed, commit } from '../../src/core/asking/commit.ts';

/**
 * Reply options, or a question with them, as the commit makes them.
 * @param baseUrl of the service, if the request is to be sent
 */
export function committed<T extends ReplyOptions>(options: T, baseUrl = ''): T & Committed {
  const shown = { model: options.model, baseUrl, isTrusted: true, isPresent: true } as const;
  const result = commit(shown, shown);
  if ('changed' in result) {
    throw new Error(result.changed);
  }
  return { ...options, ...result.committed };
}
