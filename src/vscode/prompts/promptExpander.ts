import type * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import { appendArguments, parseSlashPrompt } from '../../core/prompts/slashPrompt.ts';
import type { Composer, DraftOwner } from '../composer/composer.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { t, type UiText } from '../vscodeUi.ts';
import { expandPrompt, type PromptScope } from './expandPrompt.ts';
import type { Prompt } from './prompt.ts';
import { Prompts } from './prompts.ts';

interface PromptExpanderDeps {
  conversations: Pick<Conversations, 'current'>;
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
}

/** Expands prompts to questions. */
export class PromptExpander {
  readonly #deps: PromptExpanderDeps;
  readonly #prompts: Prompts;

  constructor(deps: PromptExpanderDeps) {
    this.#deps = deps;
    this.#prompts = new Prompts(deps.globalStorageUri);
  }

  /** Prompts whose names contain the query, sorted by relevance. */
  async matching(query: string): Promise<Prompt[]> {
    return this.#prompts.matching(query);
  }

  /**
   * Expands a listed prompt and adds its attachments to the composer. `undefined` if the key is unknown.
   * @param owner the current conversation
   */
  async expandByKey(key: string, owner: DraftOwner): Promise<{ text: string } | AskError | undefined> {
    const { composer } = this.#deps;
    const scope = this.#scope(composer.attachmentsOf(owner));
    const prompt = this.#prompts.findByKey(key);
    const expanded = prompt && (await expandPrompt(prompt, scope));
    if (expanded !== undefined && 'attachments' in expanded) {
      for (const attachment of expanded.attachments) {
        composer.attach(attachment, owner);
      }
    }
    return expanded;
  }

  /**
   * Expands a question that starts with `/name`. Returns any other question unchanged.
   *
   * @param isShown whether the caller shows a question that needs review. If not, a prompt of the workspace is refused.
   */
  async expandTyped(question: WrittenQuestion, isShown: boolean): Promise<ExpandedQuestion | AskError> {
    const typed = parseSlashPrompt(question.text);
    if (typed === undefined) {
      return question;
    }
    const prompt = await this.#prompts.findByName(typed.name);
    if (prompt?.isFromWorkspace === true && !isShown) {
      return {
        error: t(
          '/{0} is a prompt of this workspace. Send it in the chat input, which shows its text first, or start with a space to keep your own text.',
          prompt.name,
        ),
      };
    }
    const expanded = prompt && (await expandPrompt(prompt, this.#scope(question.attachments)));
    if (expanded === undefined || 'error' in expanded) {
      return expanded ?? question;
    }
    return {
      text: appendArguments(expanded.text, typed.args),
      attachments: [...question.attachments, ...expanded.attachments],
      ...(prompt?.isFromWorkspace === true && {
        needsReview: t(
          '/{0} is a prompt of this workspace, so you see its text before it is sent. Press Enter to send it, or undo and start with a space to send your own text.',
          prompt.name,
        ),
      }),
    };
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
