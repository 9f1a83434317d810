import { lazy } from '../../base/lazy.ts';
import type { ReplyActions } from './replyActions.ts';

/** What can be done with replies and their code. */
export type Replies = Pick<
  ReplyActions,
  'onReply' | 'onCode' | 'blocksWithFile' | 'lastCodeBlock' | 'insertLast'
>;

/** These actions, loaded with the first of them: what finds code and places it is needed by no panel to open. */
export function lazyReplyActions(...dependencies: ConstructorParameters<typeof ReplyActions>): Replies {
  const load = lazy(async () => {
    const { ReplyActions } = await import('./replyActions.ts');
    return new ReplyActions(...dependencies);
  });
  return {
    onReply: async (request) => (await load()).onReply(request),
    onCode: async (request) => (await load()).onCode(request),
    blocksWithFile: async (turnId) => (await load()).blocksWithFile(turnId),
    lastCodeBlock: async () => (await load()).lastCodeBlock(),
    insertLast: async () => (await load()).insertLast(),
  };
}
