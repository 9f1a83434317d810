import { hasText } from '../../base/hasText.ts';
import { showMessage } from '../actionResult.ts';
import type { Composer, DraftOwner } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { AskError } from '../composer/question.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { PromptExpander } from './promptExpander.ts';

export interface FillInServices {
  prompts: PromptExpander;
  composer: Composer;
  ui: Pick<ChatUi, 'showDraft' | 'reveal'>;
}

/**
 * Puts a prompt and what it is about into the chat, where the user sees both before sending them.
 * @param about what it applies to, whatever else is attached. If empty, the selection, or what the user chooses.
 */
export async function fillIn(
  services: FillInServices,
  name: string,
  owner: DraftOwner,
  about: readonly ComposerAttachment[] = [],
): Promise<void> {
  await showExpanded(services, await services.prompts.expandByName(name, owner, about), owner);
}

/** Shows the text of a prompt, before what stands in the chat already. */
export async function showExpanded(
  { composer, ui }: Pick<FillInServices, 'composer' | 'ui'>,
  expanded: { text: string } | AskError,
  owner: DraftOwner,
): Promise<void> {
  if ('error' in expanded) {
    return showMessage(expanded.error);
  }
  const { text } = expanded;
  const before = composer.textOf(owner);
  if (!before.startsWith(text)) {
    composer.writeDraft(owner.conversation, hasText(before) ? `${text}\n\n${before}` : text);
  }
  ui.showDraft(composer);
  await ui.reveal();
}
