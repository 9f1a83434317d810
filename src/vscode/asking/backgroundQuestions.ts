import { abortable } from '../../base/abortable.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { UnseenReplies } from '../../core/asking/unseenReplies.ts';
import { type AssistantTurn, firstLineOf } from '../../core/conversation/conversation.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { WrittenQuestion } from '../composer/question.ts';
import type { RecentQuestions } from '../composer/recentQuestions.ts';
import type { Models } from '../models/models.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { t } from '../uiText.ts';
import { nothingSentError } from './notSent.ts';
import type { AskResult, QuestionPipeline, Step, Way } from './questionPipeline.ts';

interface BackgroundQuestionsDeps {
  conversations: Pick<Conversations, 'create' | 'open' | 'forget' | 'onChanged' | 'show'>;
  pipeline: Pick<QuestionPipeline, 'ask' | 'retry' | 'whyNotAsked'>;
  models: Pick<Models, 'current'>;
  attachments: Pick<Attachments, 'newInstructionFiles'>;
  recentQuestions: Pick<RecentQuestions, 'add'>;
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

interface Purpose {
  /** Stops what is being prepared, or the reply. */
  signal: AbortSignal;
  /** Why the reply could not be written where it is to go, as things are now. */
  whyNotWritten(): Promise<ErrorResult>;
}

interface NewConversation extends Purpose {
  title: string;
  /** By default, the one that the chat would ask. */
  model?: string;
  /** What the user typed, and so can recall. */
  typed?: string;
}

/**
 * Asks questions in conversations that need not be shown: what the chat shows stays as it is, with its text box. These
 * questions take the same way as all others, with what belongs to their own conversation: its model, and the instruction
 * files if they are its first. Their conversations are in the list.
 */
export class BackgroundQuestions {
  readonly #deps: BackgroundQuestionsDeps;

  constructor(deps: BackgroundQuestionsDeps) {
    this.#deps = deps;
  }

  /**
   * Asks in a new conversation. Resolves when the reply has ended. If nothing is sent, there is no new conversation.
   */
  async ask(
    question: WrittenQuestion,
    { title, model = this.#deps.models.current, typed, ...purpose }: NewConversation,
  ): Promise<EndedReply | NotSent> {
    const { conversations, attachments, pipeline } = this.#deps;
    const session = conversations.create({
      turns: [],
      title: firstLineOf(title),
      ...(model !== '' && { model }),
    });
    const firstStep: Step = async ({ text, attachments: attached }) => ({
      text,
      attachments: [...(await attachments.newInstructionFiles()), ...attached],
    });
    try {
      return await this.#run(session, purpose, (way) => pipeline.ask(question, { ...way, firstStep }), typed);
    } finally {
      if (session.conversation.turns.length === 0) {
        conversations.forget([session.conversation.id]);
      }
    }
  }

  /** Asks at the end of a conversation. Resolves when the reply has ended. @param typed as in `ask` */
  askIn(
    session: ChatSession,
    question: WrittenQuestion,
    { typed, ...purpose }: Purpose & { typed: string },
  ): Promise<EndedReply | NotSent> {
    const { pipeline } = this.#deps;
    return this.#run(session, purpose, (way) => pipeline.ask(question, way), typed);
  }

  /** Asks the question of the last reply again. Resolves when the new reply has ended. */
  askAgain(session: ChatSession, turnId: string, purpose: Purpose): Promise<EndedReply | NotSent> {
    const { pipeline } = this.#deps;
    return this.#run(session, purpose, async (way) => ({
      error: await pipeline.retry(turnId, 'atOnce', way),
    }));
  }

  /**
   * The one answer to whether a question would be asked in vain: before the user writes it, and before it is sent and paid
   * for.
   * @param session `undefined` for a new conversation
   */
  async whyNotAsked(
    session: ChatSession | undefined,
    { whyNotWritten }: Pick<Purpose, 'whyNotWritten'>,
  ): Promise<ErrorResult> {
    return (session && this.#deps.pipeline.whyNotAsked(session)) ?? whyNotWritten();
  }

  /** Shows a conversation in the chat. */
  async show({ conversation }: ChatSession): Promise<void> {
    await this.#deps.conversations.show(conversation.id);
    await this.#deps.ui.reveal();
  }

  /**
   * @param asked as it was when the user was asked: meanwhile, it may have been deleted, or have left the memory
   * @param typed what the user can recall
   */
  async #run(
    asked: ChatSession,
    { signal, whyNotWritten }: Purpose,
    ask: (way: Way) => Promise<AskResult>,
    typed?: string,
  ): Promise<EndedReply | NotSent> {
    const session = await this.#deps.conversations.open(asked.conversation.id);
    if (session === undefined) {
      return { error: failed(t('This conversation no longer exists.')) };
    }
    const whyNot = this.whyNotAsked(session, { whyNotWritten });
    // Nobody waits for a file system that doesn't respond.
    const error = await abortable(whyNot, signal).catch((thrown) => {
      if (signal.aborted) {
        return nothingSentError();
      }
      throw thrown;
    });
    if (error !== undefined) {
      return { error };
    }
    const stop = (): void => session.stop();
    signal.addEventListener('abort', stop);
    // What asks shows that the reply runs, and what becomes of it.
    const shown = this.#deps.unseenReplies.showElsewhere(session);
    try {
      const result = await ask({ session, isInBackground: true });
      if (result.error !== undefined) {
        return result;
      }
      if (typed !== undefined) {
        await this.#deps.recentQuestions.add(typed, session.conversation.id);
      }
      await this.#ended(session);
    } finally {
      signal.removeEventListener('abort', stop);
      shown.dispose();
    }
    const reply = session.conversation.turns.findLast((turn) => turn.kind === 'assistant');
    return reply === undefined ? { error: nothingSentError() } : { session, reply };
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
