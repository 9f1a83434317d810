import type { Conversations } from '../../core/asking/conversations.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import type { Composer } from './composer.ts';
import type { RecentQuestions } from './recentQuestions.ts';

interface ComposerServices {
  composer: Composer;
  recentQuestions: RecentQuestions;
  conversations: Conversations;
  ui: Pick<ChatUi, 'post' | 'postToOthers'>;
}

/** The unsent text, and recent questions for recall. */
export function composerFeature({ composer, recentQuestions, conversations, ui }: ComposerServices) {
  const state = () => ({ recentQuestions: [...recentQuestions.texts] });
  const listener = recentQuestions.onChanged(() => ui.post({ type: 'recentQuestions', ...state() }));
  return {
    messages: {
      draftChanged: ({ draftOf: conversationId = conversations.current.conversation.id, text }, from) => {
        composer.writeDraft(conversationId, text);
        // Keeps the composers of the other chat webviews in sync.
        ui.postToOthers(from, { type: 'draftChangedElsewhere', conversationId, text });
      },
      removeAttachment: ({ attachmentId }) => composer.detach(attachmentId),
    },
    state: () => ({ draft: composer.draft, ...state() }),
    dispose: () => listener.dispose(),
  } satisfies Feature;
}
