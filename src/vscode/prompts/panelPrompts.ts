import * as vscode from 'vscode';
import type { ToHost } from '../../protocol/toHost.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { Chat } from '../asking/chat.ts';
import type { WrittenQuestion } from '../asking/prepareQuestion.ts';
import type { ComposerAttachment } from '../composer/composer.ts';
import type { Problem } from '../problem.ts';
import type { PromptUse } from './promptUse.ts';

/** More are not told: nobody reads so many. */
const MOST_TOLD = 100;

interface PanelPromptDependencies {
  chat: Chat;
  prompts: PromptUse;
  /** Shows the whole composer. */
  showComposer(): void;
}

/** What became of a question that was to be sent. */
interface Sent {
  problem: Problem;
  /** All that went along. */
  attachmentIds: readonly string[];
}

/** Prompts as the panel asks for them, and questions of its composer that are prompts. */
export class PanelPrompts {
  readonly #dependencies: PanelPromptDependencies;

  constructor(dependencies: PanelPromptDependencies) {
    this.#dependencies = dependencies;
  }

  async find({ searchId, query }: Extract<ToHost, { type: 'promptsWanted' }>): Promise<ToPanel> {
    const found = await this.#dependencies.prompts.matching(query);
    const items = found.slice(0, MOST_TOLD).map(({ key, name, detail }) => ({ key, name, detail }));
    return { type: 'prompts', searchId, items };
  }

  /** @param insert puts the text into the composer that the prompt was chosen in */
  async take(key: string, insert: (text: string) => void): Promise<Problem> {
    const taken = await this.#dependencies.prompts.take(key);
    if (taken === undefined) {
      return vscode.l10n.t('This prompt is no longer there.');
    }
    if ('problem' in taken) {
      return taken.problem;
    }
    insert(taken.text);
    return undefined;
  }

  /** Sends the composer's question. One that is a prompt, and can't be sent, waits there as what it stands for. */
  async send(written: WrittenQuestion): Promise<Sent> {
    const { chat, prompts, showComposer } = this.#dependencies;
    const { composer, session } = chat;
    const expanded = await prompts.expandTyped(written);
    if ('problem' in expanded) {
      return { problem: expanded.problem, attachmentIds: [] };
    }
    const isExpanded = expanded !== written;
    if (isExpanded) {
      attach(chat, expanded.attachments);
    }
    const problem =
      // Questions may have been asked meanwhile, for which a person takes any time.
      chat.session === session
        ? await chat.send(expanded.text, expanded.attachments)
        : vscode.l10n.t('The conversation has changed meanwhile. Nothing was sent; look and send again.');
    if (problem !== undefined && isExpanded && composer.draft === written.text) {
      composer.draft = expanded.text;
      showComposer();
    }
    return { problem, attachmentIds: expanded.attachments.map(({ id }) => id) };
  }
}

/** What goes along is seen in the composer first. */
function attach({ composer }: Chat, attachments: readonly ComposerAttachment[]): void {
  for (const attachment of attachments) {
    if (composer.find([attachment.id]) === undefined) {
      composer.attach(attachment);
    }
  }
}
