import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { ToHost } from '../../protocol/toHost.ts';
import { type ActionError, type ErrorResult, failed, showMessage } from '../actionResult.ts';
import type { Attachments } from '../attachments/attachments.ts';
import { withArgument } from '../commandRules.ts';
import type { Composer, DraftOwner } from '../composer/composer.ts';
import { isCurrentFileAttachment } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { MessageReceiver } from '../panel/chatWebview.ts';
import type { Feature } from '../panel/feature.ts';
import { plainText, t } from '../uiText.ts';
import { askAboutSelection, type SelectionServices } from './askAboutSelection.ts';
import type { QuestionQueue } from './questionQueue.ts';

interface AskingServices extends SelectionServices {
  conversations: Conversations;
  attachments: Pick<Attachments, 'findShown' | 'instructionFiles'>;
  questionQueue: QuestionQueue;
  ui: ChatUi;
}

/** What is on the way from the composer. */
interface Sending {
  /** Ids of the conversations whose question is being prepared. The chat input still shows it. */
  readonly conversations: Set<string>;
  pagesLoaded: number;
}

/** Sends or queues the composer's question, asks about the selection, and stops a running reply. */
export function askingFeature(services: AskingServices) {
  const { conversations, questionQueue } = services;
  const sending: Sending = { conversations: new Set(), pagesLoaded: 0 };
  return {
    commands: {
      /** Takes `{ question }` from keybindings, to fill in the input box. */
      askAboutSelection: withArgument('question', async (question) =>
        showMessage(await askAboutSelection(services, { filledIn: question })),
      ),
      askAboutTerminalSelection: async () => {
        const { askAboutTerminalSelection } = await import('./askAboutTerminalSelection.ts');
        showMessage(await askAboutTerminalSelection(services));
      },
      stop: async () => conversations.current.stop(),
    },
    messages: {
      sendMessage: (message, from) => sendMessage(services, message, from, sending),
      askSuggestion: ({ suggestion }) =>
        askAboutSelection(services, { asked: suggestedQuestionText(suggestion) }),
      stop: () => conversations.current.stop(),
      queuedQuestionAction: ({ queuedQuestionId, action }) => questionQueue.run(queuedQuestionId, action),
    },
    state: () => ({
      isPreparing: conversations.current.isPreparing,
      ...omitUndefined({ queuedQuestion: questionQueue.view }),
    }),
    onDidSendState: () => {
      sending.pagesLoaded++;
    },
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
  sending: Sending,
): Promise<ErrorResult> {
  composer.writeDraft(conversationId, text);
  const session = conversations.current;
  if (sending.conversations.has(conversationId)) {
    return failed(t('Your question is about to be sent. Stop it to change it.'));
  }
  const { owner } = composer;
  let shown: WrittenQuestion = { text, attachments: [] };
  const finding = attachments.findShown(attachmentIds);
  const findShown = async (): Promise<WrittenQuestion | AskError> => {
    const found = await finding;
    if (found === undefined) {
      ui.showIn(from);
      return { error: attachmentsChangedError() };
    }
    if ('error' in found) {
      return found;
    }
    shown = { text, attachments: found };
    return !hasText(text) && found.every(isCurrentFileAttachment)
      ? { error: failed(t('Enter a question first.')) }
      : shown;
  };
  const onExpanded = (question: WrittenQuestion): undefined => {
    if (question !== shown) {
      attachMissing(composer, question, owner);
    }
  };
  // The current file may be replaced by another one meanwhile.
  const chips = composer.attachments.filter(
    (chip) => attachmentIds.includes(chip.id) && !isCurrentFileAttachment(chip),
  );
  const isChanged = (): boolean => {
    const ids = composer.attachmentsOf(owner).map(({ id }) => id);
    return !composer.textOf(owner).startsWith(text) || chips.some(({ id }) => !ids.includes(id));
  };
  const { pagesLoaded } = sending;
  sending.conversations.add(conversationId);
  const controller = new AbortController();
  const listener = composer.onChanged(() => isChanged() && controller.abort());
  const options = { firstStep: findShown, onExpanded, controller };
  const asking = questionQueue.isNeeded(session)
    ? questionQueue.add(session, shown, options)
    : pipeline.ask(shown, { ...options, session });
  const { error, expanded } = await asking.finally(() => {
    listener.dispose();
    sending.conversations.delete(conversationId);
  });
  if (error === undefined) {
    await recentQuestions.add(text, conversationId);
    composer.removeSent(text, expanded?.attachments.map(({ id }) => id) ?? [], conversationId);
    const change = { type: 'draftChangedElsewhere', conversationId, text: composer.textOf(owner) } as const;
    if (sending.pagesLoaded === pagesLoaded) {
      ui.postToOthers(from, change);
    } else {
      // The page may have been loaded again: it then shows what was sent, and doesn't wait for a response.
      ui.post(change);
    }
    return undefined;
  }
  if (expanded !== undefined && expanded !== shown && composer.textOf(owner) === text) {
    composer.writeDraft(conversationId, expanded.text);
    ui.showDraft(composer);
  }
  if (conversations.current !== session) {
    // The page shows another conversation, and leaves the error out. As a success, it could remove the text later.
    showMessage(error);
  }
  return error;
}

/** Adds what a prompt attaches to the composer, so that the user sees it before it is sent. */
function attachMissing(composer: Composer, { attachments }: WrittenQuestion, owner: DraftOwner): void {
  const ids = composer.attachmentsOf(owner).map(({ id }) => id);
  for (const attachment of attachments) {
    // Another file may be the current one by now.
    if (!isCurrentFileAttachment(attachment) && !ids.includes(attachment.id)) {
      composer.attach(attachment, owner);
    }
  }
}

function attachmentsChangedError(): ActionError {
  return failed(t('The attachments have changed, so nothing was sent. Review them and send again.'));
}

/** The turn shows this text, exactly as it is sent. */
function suggestedQuestionText(suggestion: Extract<ToHost, { type: 'askSuggestion' }>['suggestion']): string {
  switch (suggestion) {
    case 'explain':
      return plainText(t('Explain what this code does.'));
    case 'findProblems':
      return plainText(t('Find problems in this code.'));
    case 'writeTests':
      return plainText(t('Write tests for this code.'));
  }
}
