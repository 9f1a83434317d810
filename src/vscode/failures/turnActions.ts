import * as vscode from 'vscode';
import type { Request } from '../../protocol/toHost.ts';
import type { Chat } from '../asking/chat.ts';
import type { Problem } from '../problem.ts';
import { openDashboard } from './dashboard.ts';
import { failureReport, type ReportedHost } from './failureReport.ts';
import { settingFor } from './waysOut.ts';

type TurnActionRequest = Pick<Extract<Request, { type: 'turnAction' }>, 'turnId' | 'action'>;

interface TurnActionDependencies {
  chat: Chat;
  host: ReportedHost;
  connect(): Promise<void>;
  selectModel(): Promise<void>;
  /** Puts into the panel what the host put into the composer, and the keyboard with it. */
  showComposer(): void;
}

/** The ways out of trouble that a turn offers. Each says why, where it can't be gone. */
export class TurnActions {
  readonly #dependencies: TurnActionDependencies;

  constructor(dependencies: TurnActionDependencies) {
    this.#dependencies = dependencies;
  }

  async carryOut({ turnId, action }: TurnActionRequest): Promise<Problem> {
    const { chat, connect, selectModel } = this.#dependencies;
    switch (action) {
      case 'setApiKey':
        await connect();
        return undefined;
      case 'openDashboard':
        await openDashboard();
        return undefined;
      case 'selectModel':
        await selectModel();
        return undefined;
      case 'openSettings':
        await this.#openSettings(turnId);
        return undefined;
      case 'editMessage':
        return this.#editMessage(turnId);
      case 'retry':
        return chat.retry(turnId);
      case 'waitAndRetry':
        return chat.retry(turnId, this.#notBefore(turnId));
      case 'continue':
        return chat.continueReply(turnId);
      case 'keep':
        return chat.keep(turnId);
      case 'sendAlong':
        chat.session.leaveOut([turnId], false);
        return undefined;
      case 'copyDetails':
        return this.#copyDetails(turnId);
    }
  }

  async #openSettings(turnId: string): Promise<void> {
    const reply = this.#dependencies.chat.session.reply(turnId);
    const setting = reply?.failure === undefined ? 'assistant.maxTokens' : settingFor(reply.failure.kind);
    await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${setting}`);
  }

  #editMessage(turnId: string): Problem {
    const { chat, showComposer } = this.#dependencies;
    const problem = chat.edit(turnId);
    if (problem === undefined) {
      showComposer();
    }
    return problem;
  }

  /** When the service takes the question again, in ms since 1970; `undefined` where it did not say. */
  #notBefore(turnId: string): number | undefined {
    const { failure, endedAt } = this.#dependencies.chat.session.reply(turnId) ?? {};
    return failure?.retryAfterSeconds === undefined || endedAt === undefined
      ? undefined
      : endedAt + failure.retryAfterSeconds * 1000;
  }

  async #copyDetails(turnId: string): Promise<Problem> {
    const { chat, host } = this.#dependencies;
    const reply = chat.session.reply(turnId);
    if (reply === undefined) {
      return vscode.l10n.t('This reply is no longer there.');
    }
    await vscode.env.clipboard.writeText(failureReport(reply, host));
    return undefined;
  }
}
