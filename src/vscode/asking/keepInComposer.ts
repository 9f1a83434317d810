import { hasText } from '../../base/hasText.ts';
import type { Composer, DraftOwner } from '../composer/composer.ts';
import type { WrittenQuestion } from '../composer/question.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { t, type UiText } from '../uiText.ts';

/**
 * Adds a question to what is in the chat input, with what it has attached, and shows it. Sends nothing. Instruction files
 * were those of its own conversation: the one of the chat input has its own.
 */
export async function keepInComposer(
  { composer, ui }: { composer: Composer; ui: Pick<ChatUi, 'showDraft' | 'reveal'> },
  owner: DraftOwner,
  { text, attachments }: WrittenQuestion,
): Promise<void> {
  const attached = composer.attachmentsOf(owner).map(({ id }) => id);
  for (const attachment of attachments) {
    if (attachment.kind !== 'instructions' && !attached.includes(attachment.id)) {
      composer.attach(attachment, owner);
    }
  }
  const before = composer.textOf(owner);
  composer.writeDraft(owner.conversation, hasText(before) ? `${before}\n\n${text}` : text);
  ui.showDraft(composer);
  await ui.reveal();
}

/** What is said of a question that could not be sent. */
export function inChatInputText(): UiText {
  return t('Your question is in the chat input.');
}
