import type * as vscode from 'vscode';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { typedPrompt, withTyped } from '../../core/prompts/typedPrompt.ts';
import type { Composer } from '../composer/composer.ts';
import type { NotAsked, WrittenQuestion } from '../composer/question.ts';
import type { TargetEditor } from '../targetEditor.ts';
import type { expandPrompt as ExpandPrompt, PromptPlace } from './expandPrompt.ts';
import type { Prompt } from './prompt.ts';
import type { Prompts } from './prompts.ts';

interface PromptUseDependencies {
  conversations: Pick<Conversations, 'current'>;
  composer: Composer;
  target: Pick<TargetEditor, 'current'>;
  globalStorageUri: vscode.Uri;
}

interface Loaded {
  prompts: Prompts;
  expandPrompt: typeof ExpandPrompt;
}

/** Prompts as they are used in the chat. What finds and reads them is loaded with the first use. */
export class PromptUse {
  readonly #dependencies: PromptUseDependencies;
  readonly #load: Lazy<Loaded>;

  constructor(dependencies: PromptUseDependencies) {
    this.#dependencies = dependencies;
    this.#load = lazy(async () => {
      const [{ Prompts }, { expandPrompt }] = await Promise.all([
        import('./prompts.ts'),
        import('./expandPrompt.ts'),
      ]);
      return { prompts: new Prompts(dependencies.globalStorageUri), expandPrompt };
    });
  }

  /** Those whose names have the query, the best first. */
  async matching(query: string): Promise<Prompt[]> {
    return (await this.#load()).prompts.matching(query);
  }

  /** What a prompt that was told by this key stands for; `undefined` where none was. Its chips go into the composer. */
  async take(key: string): Promise<{ text: string } | NotAsked | undefined> {
    const { composer } = this.#dependencies;
    const { prompts, expandPrompt } = await this.#load();
    const prompt = prompts.told(key);
    const expanded = prompt && (await expandPrompt(prompt, this.#place(composer.attachments)));
    if (expanded !== undefined && 'attachments' in expanded) {
      for (const attachment of expanded.attachments) {
        composer.attach(attachment);
      }
    }
    return expanded;
  }

  /** A question as it is to be sent: one that begins with the name of a prompt as what that stands for, any other as it is. */
  async expandTyped(question: WrittenQuestion): Promise<WrittenQuestion | NotAsked> {
    const typed = typedPrompt(question.text);
    if (typed === undefined) {
      return question;
    }
    const { prompts, expandPrompt } = await this.#load();
    const prompt = await prompts.named(typed.name);
    const expanded = prompt && (await expandPrompt(prompt, this.#place(question.attachments)));
    if (expanded === undefined || 'problem' in expanded) {
      return expanded ?? question;
    }
    return {
      text: withTyped(expanded.text, typed.rest),
      attachments: [...question.attachments, ...expanded.attachments],
    };
  }

  #place(attached: PromptPlace['attached']): PromptPlace {
    const { conversations, target } = this.#dependencies;
    return {
      editor: target.current,
      attached,
      hasTurns: conversations.current.conversation.turns.length > 0,
    };
  }
}
