import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { UnseenReplies } from '../../core/asking/unseenReplies.ts';
import type { AssistantTurn } from '../../core/conversation/conversation.ts';
import type { WrittenQuestion } from '../composer/question.ts';
import { failed } from '../errorMessage.ts';
import type { Models } from '../models/models.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { nothingSentText } from './notSentText.ts';
import type { AskResult, QuestionPipeline, Way } from './questionPipeline.ts';

interface BackgroundQuestionsDeps {
  conversations: Pick<Conversations, 'create' | 'forget' | 'onChanged' | 'show'>;
  pipeline: Pick<QuestionPipeline, 'ask' | 'retry'>;
  models: Pick<Models, 'current'>;
  unseenReplies: Pick<UnseenReplies, 'showElsewhere'>;
  ui: Pick<ChatUi, 'reveal'>;
}

/** The reply to a question, which has ended. */
export interface EndedReply {
  readonly session: ChatSession;
  readonly reply: AssistantTurn;
}

/** Why nothing was sent. */
export type NotSent = AskResult;

/**
 * Asks questions in conversations that need not be shown: what the chat shows stays as it is, with its text box. These
 * questions take the same way as all others, and their conversations are in the list.
 */
export class BackgroundQuestions {
  readonly #deps: BackgroundQuestionsDeps;

  constructor(deps: BackgroundQuestionsDeps) {
    this.#deps = deps;
  }

  /**
   * Asks in a new conversation, with the model that the chat would ask. Resolves when the reply has ended. If nothing is
   * sent, there is no new conversation.
   */
  async ask(
    question: WrittenQuestion,
    { title, signal }: { title: string; signal: AbortSignal },
  ): Promise<EndedReply | NotSent> {
    const { conversations, models } = this.#deps;
    const model = models.current === '' ? undefined : models.current;
    const session = conversations.create({ turns: [], title, ...omitUndefined({ model }) });
    try {
      return await this.askIn(session, question, signal);
    } finally {
      if (session.conversation.turns.length === 0) {
        conversations.forget([session.conversation.id]);
      }
    }
  }

  /** Asks at the end of a conversation. Resolves when the reply has ended. */
  askIn(session: ChatSession, question: WrittenQuestion, signal: AbortSignal): Promise<EndedReply | NotSent> {
    const { pipeline } = this.#deps;
    return this.#run(session, signal, (way) => pipeline.ask(question, way));
  }

  /** Asks the question of the last reply again. Resolves when the new reply has ended. */
  askAgain(session: ChatSession, turnId: string, signal: AbortSignal): Promise<EndedReply | NotSent> {
    const { pipeline } = this.#deps;
    return this.#run(session, signal, async (way) => ({
      error: await pipeline.retry(turnId, 'atOnce', way),
    }));
  }

  /** Shows a conversation in the chat. */
  async show({ conversation }: ChatSession): Promise<void> {
    await this.#deps.conversations.show(conversation.id);
    await this.#deps.ui.reveal();
  }

  /** @param signal stops what is being prepared, or the reply */
  async #run(
    session: ChatSession,
    signal: AbortSignal,
    ask: (way: Way) => Promise<AskResult>,
  ): Promise<EndedReply | NotSent> {
    const stop = (): void => session.stop();
    if (signal.aborted) {
      return { error: failed(nothingSentText()) };
    }
    signal.addEventListener('abort', stop);
    // What asks shows that the reply runs, and what becomes of it.
    const shown = this.#deps.unseenReplies.showElsewhere(session);
    try {
      const result = await ask({ session, isInBackground: true });
      if (result.error !== undefined) {
        return result;
      }
      await this.#ended(session);
    } finally {
      signal.removeEventListener('abort', stop);
      shown.dispose();
    }
    const reply = session.conversation.turns.findLast((turn) => turn.kind === 'assistant');
    return reply === undefined ? { error: failed(nothingSentText()) } : { session, reply };
  }

  #ended(session: ChatSession): Promise<void> {
    return new Promise((resolve) => {
      if (!session.isFetching) {
        return resolve();
      }
      const listener = this.#deps.conversations.onChanged(() => {
        if (!session.isFetching) {
          listener.dispose();
          resolve();
        }
      });
    });
  }
}
