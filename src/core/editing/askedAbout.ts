import type { Attachment } from '../attachments/attachment.ts';
import type { Turn } from '../conversation/conversation.ts';

/**
 * The selections that a reply is about: those of its question or, if it had none, of the nearest question before it
 * that had some. Empty if there are none, or if a selection was attached before anchors were stored.
 */
export function selectionsAskedAbout(turns: readonly Turn[], replyId: string): readonly Attachment[] {
  const end = turns.findIndex(({ id }) => id === replyId);
  for (const turn of turns.slice(0, Math.max(end, 0)).toReversed()) {
    const selections =
      turn.kind === 'user' ? turn.attachments.filter(({ anchor }) => anchor !== undefined) : [];
    if (selections.length > 0) {
      return selections;
    }
  }
  return [];
}
