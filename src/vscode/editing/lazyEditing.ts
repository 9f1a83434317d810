import { type Lazy, lazy } from '../../base/lazy.ts';
import type { ReplyEditing, ReplyEditingDeps } from './replyEditing.ts';

export type LazyEditing = Lazy<ReplyEditing>;

/** What changes documents, for the rooms that need it. */
export function lazyEditing(deps: ReplyEditingDeps): LazyEditing {
  return lazy(async () => {
    const { createReplyEditing } = await import('./replyEditing.ts');
    return createReplyEditing(deps);
  });
}
