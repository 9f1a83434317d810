import { ReplyActions, type ReplyActionsDeps } from './replyActions.ts';
import { Reviews, type ReviewsDeps } from './review.ts';

export interface ReplyEditing {
  readonly reviews: Reviews;
  readonly replies: ReplyActions;
}

/** What changes documents. It is loaded with the first action on a reply or a review. */
export function createReplyEditing(deps: ReviewsDeps & Omit<ReplyActionsDeps, 'reviews'>): ReplyEditing {
  const reviews = new Reviews(deps);
  return { reviews, replies: new ReplyActions({ ...deps, reviews }) };
}
