import type { Conversations } from '../../core/asking/conversations.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import type { Composer } from './composer.ts';
import { isUnsent } from './questionEdits.ts';
import type { RecentQuestions } from './recentQuestions.ts';

interface ComposerServices {
  composer: Composer;
  recentQuestions: RecentQuestions;
  conversations: Conversations;
  ui: Pick<ChatUi, 'post' | 'postToOthers'>;
}

/** The unsent text of the composer and of edited questions, and recent questions for recall. */
export function composerFeature({ composer, recentQuestions, conversations, ui }: ComposerServices) {
  const state = () => ({ recentQuestions: [...recentQuestions.texts] });
  const listener = recentQuestions.onChanged(() => ui.post({ type: 'recentQuestions', ...state() }));
  return {
    messages: {
      draftChanged: ({ draftOf = conversations.current.conversation.id, turnId, text }, from) => {
        if (turnId === undefined) {
          composer.writeDraft(draftOf, text);
        } else {
          const edit = { conversation: draftOf, turn: turnId, text };
          if (isUnsent(conversations, edit)) {
            composer.writeEdit(edit);
          } else {
            composer.edits.discard(edit);
          }
        }
        // Keeps the other chat webviews in sync.
        ui.postToOthers(from, { type: 'draftChangedElsewhere', conversationId: draftOf, turnId, text });
      },
      removeAttachment: ({ attachmentId }) => composer.detach(attachmentId),
    },
    state: () => ({
      draft: composer.draft,
      edits: composer.edits
        .of(conversations.current.conversation.id)
        .map(({ turn, text }) => ({ turnId: turn, text })),
      ...state(),
    }),
    dispose: () => listener.dispose(),
  } satisfies Feature;
}
