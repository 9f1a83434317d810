import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import type { BudgetView } from '../../protocol/budgetView.ts';
import type { Chat } from '../asking/chat.ts';
import type { Budget } from './tokenMeter.ts';

/** Changes come in crowds, such as the keys that somebody presses. ms */
const PAUSE = 100;

/** What the composer holds now, in tokens, if it were sent as it is. */
export function budgetOf(chat: Chat): Budget {
  const { composer, model } = chat;
  return chat.meter.estimate(composer.draft, composer.attachments, {
    ...chat.session.conversation,
    model,
    contextWindow: chat.contextWindow(model),
  });
}

/** Tells the panel what would be sent, in tokens, soon after each change of it. */
export class BudgetFeed implements vscode.Disposable {
  readonly #chat: Chat;
  readonly #post: (budget: BudgetView) => void;
  readonly #listeners: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chat: Chat, post: (budget: BudgetView) => void) {
    this.#chat = chat;
    this.#post = post;
    const soon = (): void => {
      this.#timer ??= setTimeout(() => this.#tell(), PAUSE);
    };
    this.#listeners = vscode.Disposable.from(chat.onChanged(soon), chat.composer.onChanged(soon));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
  }

  #tell(): void {
    this.#timer = undefined;
    this.#post(budgetView(this.#chat));
  }
}

/** The same as the panel draws it. */
export function budgetView(chat: Chat): BudgetView {
  const { question, attachments, history, total, contextWindow, error } = budgetOf(chat);
  const names = new Map(chat.composer.attachments.map(({ id, path }) => [id, path]));
  return {
    question,
    attachments: attachments.map(({ id, tokens }) => ({ name: names.get(id) ?? '', tokens })),
    history,
    total,
    ...defined({ contextWindow, error }),
  };
}
