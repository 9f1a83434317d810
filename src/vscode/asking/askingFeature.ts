import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { ToHost } from '../../protocol/toHost.ts';
import type { Attachments } from '../attachments/attachments.ts';
import { withArgument } from '../commandRules.ts';
import type { Composer } from '../composer/composer.ts';
import { isCurrentFileAttachment } from '../composer/composerAttachment.ts';
import type { WrittenQuestion } from '../composer/question.ts';
import { type ErrorMessage, showMessage } from '../errorMessage.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { MessageReceiver } from '../panel/chatWebview.ts';
import type { Feature } from '../panel/feature.ts';
import { t, type UiText } from '../vscodeUi.ts';
import { askAboutSelection, type SelectionServices } from './askAboutSelection.ts';
import type { QuestionQueue } from './questionQueue.ts';

interface AskingServices extends SelectionServices {
  conversations: Conversations;
  attachments: Pick<Attachments, 'findShown'>;
  questionQueue: QuestionQueue;
  ui: ChatUi;
}

/** Sends or queues the composer's question, asks about the selection, and stops a running reply. */
export function askingFeature(services: AskingServices) {
  const { conversations, questionQueue } = services;
  return {
    commands: {
      /** Takes `{ question }` from keybindings, to fill in the input box. */
      askAboutSelection: withArgument('question', async (question) =>
        showMessage(await askAboutSelection(services, { filledIn: question })),
      ),
      stop: async () => conversations.current.stop(),
    },
    messages: {
      sendMessage: (message, from) => sendMessage(services, message, from),
      askSuggestion: ({ suggestion }) =>
        askAboutSelection(services, { asked: suggestedQuestionText(suggestion) }),
      stop: () => conversations.current.stop(),
      queuedQuestionAction: ({ queuedQuestionId, action }) => questionQueue.run(queuedQuestionId, action),
    },
    state: () => omitUndefined({ queuedQuestion: questionQueue.view }),
  } satisfies Feature;
}

/**
 * Sends the composer's question, or queues it while a reply is running. If it is a prompt and can't be sent, the composer
 * gets its expanded text.
 */
async function sendMessage(
  { pipeline, conversations, composer, recentQuestions, attachments, questionQueue, ui }: AskingServices,
  { conversationId, text, attachmentIds }: Extract<ToHost, { type: 'sendMessage' }>,
  from: MessageReceiver,
): Promise<ErrorMessage> {
  composer.writeDraft(conversationId, text);
  const shown = await attachments.findShown(attachmentIds);
  const session = conversations.current;
  if (session.conversation.id !== conversationId || shown === undefined) {
    ui.postState();
    return conversationChangedText();
  }
  if ('error' in shown) {
    return shown.error;
  }
  const typed: WrittenQuestion = { text, attachments: shown };
  if (text.trim() === '' && shown.every(isCurrentFileAttachment)) {
    return t('Enter a question first.');
  }
  const onExpanded = (question: WrittenQuestion): ErrorMessage => {
    if (question !== typed) {
      attachMissing(composer, question);
    }
    // Expanding a prompt may ask the user for input, which can take any time.
    return conversations.current === session ? undefined : conversationChangedText();
  };
  const { error, expanded } = questionQueue.isNeeded(session)
    ? await questionQueue.add(session, typed, onExpanded)
    : await pipeline.ask(typed, onExpanded);
  if (error === undefined) {
    await recentQuestions.add(text);
    composer.removeSent(text, expanded?.attachments.map(({ id }) => id) ?? [], conversationId);
    ui.postToOthers(from, { type: 'draftChangedElsewhere', text: composer.draft });
  } else if (expanded !== undefined && expanded !== typed && composer.draft === text) {
    composer.draft = expanded.text;
    ui.showDraft(composer.draft);
  }
  return error;
}

/** Adds what a prompt attaches to the composer, so that the user sees it before it is sent. */
function attachMissing(composer: Composer, { attachments }: WrittenQuestion): void {
  for (const attachment of attachments) {
    // Another file may be the current one by now.
    if (!isCurrentFileAttachment(attachment) && composer.findAttachments([attachment.id]) === undefined) {
      composer.attach(attachment);
    }
  }
}

function conversationChangedText(): UiText {
  return t('The conversation has changed, so nothing was sent. Review it and send again.');
}

/** The turn shows this text, exactly as it is sent. */
function suggestedQuestionText(suggestion: Extract<ToHost, { type: 'askSuggestion' }>['suggestion']): string {
  switch (suggestion) {
    case 'explain':
      return t('Explain what this code does.');
    case 'findProblems':
      return t('Find problems in this code.');
    case 'writeTests':
      return t('Write tests for this code.');
  }
}
