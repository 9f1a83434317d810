import type * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { appendArguments } from '../../core/prompts/slashPrompt.ts';
import { failed } from '../actionResult.ts';
import type { Composer, DraftOwner } from '../composer/composer.ts';
import { type ComposerAttachment, isForAllQuestions } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { t, type UiText } from '../uiText.ts';
import { expandPrompt, type PromptScope } from './expandPrompt.ts';
import type { Prompt } from './prompt.ts';
import { type OfferedModels, Prompts } from './prompts.ts';

interface PromptExpanderDeps {
  conversations: Pick<Conversations, 'current'>;
  models: OfferedModels & { chooseForConversation(model: string): void };
  composer: Composer;
  targetEditor: Pick<TargetEditor, 'source'>;
  globalStorageUri: vscode.Uri;
}

export interface ExpandedQuestion extends WrittenQuestion {
  /**
   * Why the user must see it before it is sent. A repository can have a prompt for any name, and must not put its own
   * text in the place of what the user has written.
   */
  needsReview?: UiText;
  /** The model that the prompt names: that of the conversation from now on. */
  model?: string;
}

/** Expands prompts to questions. */
export class PromptExpander {
  readonly #deps: PromptExpanderDeps;
  readonly #prompts: Prompts;

  constructor(deps: PromptExpanderDeps) {
    this.#deps = deps;
    this.#prompts = new Prompts(deps.globalStorageUri, deps.models);
  }

  /** Prompts whose names contain the query, sorted by relevance. */
  async matching(query: string): Promise<Prompt[]> {
    return this.#prompts.matching(query);
  }

  /**
   * Expands a listed prompt, adds its attachments to the composer, and selects its model for the conversation.
   * `undefined` if the key is unknown.
   * @param owner the current conversation
   */
  async expandByKey(key: string, owner: DraftOwner): Promise<{ text: string } | AskError | undefined> {
    const scope = this.#scope(this.#deps.composer.attachmentsOf(owner));
    const prompt = this.#prompts.findByKey(key);
    return prompt && this.#expandInComposer(prompt, scope, owner, []);
  }

  /**
   * Expands the prompt that has a name when it is typed, and adds what it applies to, and its attachments, to the
   * composer. The parameters are those of `fillIn`.
   * @param owner the current conversation
   */
  async expandByName(
    name: string,
    owner: DraftOwner,
    about: readonly ComposerAttachment[],
  ): Promise<{ text: string } | AskError> {
    const attached = this.#deps.composer.attachmentsOf(owner);
    const scope = this.#scope([...about, ...attached]);
    const prompt = await this.#prompts.findByName(name);
    if (prompt === undefined) {
      return { error: failed(t('This prompt no longer exists.')) };
    }
    // The user pointed at the editor: what was attached before is not what the prompt is to be applied to.
    const isAboutEditor = about.length === 0 && scope.editor !== undefined;
    const kept = isAboutEditor ? attached.filter(isForAllQuestions) : scope.attached;
    return this.#expandInComposer(prompt, { ...scope, attached: kept }, owner, about);
  }

  /**
   * Expands a question that starts with `/name`. Returns any other question unchanged.
   *
   * @param isShown whether the caller shows a question that needs review. If not, a prompt of the workspace is refused.
   */
  async expandTyped(question: WrittenQuestion, isShown: boolean): Promise<ExpandedQuestion | AskError> {
    const typed = await this.#prompts.findTyped(question.text);
    if (typed === undefined) {
      return question;
    }
    const { prompt, args } = typed;
    if (prompt.isFromWorkspace && !isShown) {
      return {
        error: failed(
          t(
            '/{0} is a prompt of this workspace. Send it in the chat input, which shows its text first, or start with a space to keep your own text.',
            prompt.name,
          ),
        ),
      };
    }
    const expanded = await expandPrompt(prompt, this.#scope(question.attachments));
    if ('error' in expanded) {
      return expanded;
    }
    return {
      text: appendArguments(expanded.text, args),
      attachments: [...question.attachments, ...expanded.attachments],
      ...omitUndefined({ model: prompt.model }),
      ...(prompt.isFromWorkspace && {
        needsReview: t(
          '/{0} is a prompt of this workspace, so you see its text before it is sent. Press Enter to send it, or undo and start with a space to send your own text.',
          prompt.name,
        ),
      }),
    };
  }

  async #expandInComposer(
    prompt: Prompt,
    scope: PromptScope,
    owner: DraftOwner,
    about: readonly ComposerAttachment[],
  ): Promise<WrittenQuestion | AskError> {
    const { composer, models } = this.#deps;
    const expanded = await expandPrompt(prompt, scope);
    if ('attachments' in expanded) {
      for (const attachment of [...about, ...expanded.attachments]) {
        composer.attach(attachment, owner);
      }
      if (prompt.model !== undefined && composer.isCurrent(owner)) {
        models.chooseForConversation(prompt.model);
      }
    }
    return expanded;
  }

  #scope(attached: PromptScope['attached']): PromptScope {
    const { conversations, targetEditor } = this.#deps;
    return {
      editor: targetEditor.source,
      attached,
      hasTurns: conversations.current.conversation.turns.length > 0,
    };
  }
}
