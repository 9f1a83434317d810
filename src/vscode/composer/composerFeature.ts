import type { Conversations } from '../../core/asking/conversations.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import type { Composer } from './composer.ts';
import type { RecentQuestions } from './recentQuestions.ts';

interface ComposerServices {
  composer: Composer;
  recent: RecentQuestions;
  conversations: Conversations;
  ui: Pick<ChatUi, 'post' | 'postToOthers'>;
}

/** The unsent text, and the questions asked last, which can be recalled there. */
export function composerFeature({ composer, recent, conversations, ui }: ComposerServices) {
  const recentQuestions = () => ({ recentQuestions: [...recent.texts] });
  const listener = recent.onChanged(() => ui.post({ type: 'recentQuestions', ...recentQuestions() }));
  return {
    messages: {
      draftChanged: ({ conversationId, text }, from) => {
        composer.write(conversationId ?? conversations.current.conversation.id, text);
        // Keeps the composers of all other places as the one that is written in.
        ui.postToOthers(from, { type: 'draftElsewhere', text: composer.draft });
      },
      removeAttachment: ({ attachmentId }) => composer.detach(attachmentId),
    },
    state: () => ({ draft: composer.draft, ...recentQuestions() }),
    dispose: () => listener.dispose(),
  } satisfies Feature;
}
