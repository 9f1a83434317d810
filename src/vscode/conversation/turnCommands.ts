import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { exchangeOf } from '../../core/conversation/exchange.ts';
import type { Chat } from '../asking/chat.ts';
import type { Problem } from '../problem.ts';
import { say } from '../say.ts';
import { offerUndo } from './undo.ts';

export interface TurnCommandDependencies {
  chat: Chat;
  reveal(): Promise<void>;
  /** Puts into the panel what the host put into the composer. */
  showComposer(): void;
  /** Lets the user choose a model, with this one marked as the one in use. */
  chooseModel(current: string): Promise<string | undefined>;
}

/**
 * What is done with single turns. Each takes what a turn's menu hands over, `{ turnId }`; without it, it is the last
 * turn that is meant.
 */
export interface TurnCommands {
  continueReply(argument?: unknown): Promise<void>;
  retry(argument?: unknown): Promise<void>;
  askAnotherModel(argument?: unknown): Promise<void>;
  keepReply(argument?: unknown): Promise<void>;
  editQuestion(argument?: unknown): Promise<void>;
  forkConversation(argument?: unknown): Promise<void>;
  deleteTurn(argument?: unknown): Promise<void>;
  copyTurn(argument?: unknown): Promise<void>;
  copyConversation(): Promise<void>;
}

const menuArgumentSchema = z.object({ turnId: z.string() });

export function turnCommands({
  chat,
  reveal,
  showComposer,
  chooseModel,
}: TurnCommandDependencies): TurnCommands {
  const onTurn =
    (work: (turnId: string) => Problem | Promise<Problem>) =>
    async (argument?: unknown): Promise<void> => {
      const { turns } = chat.session.conversation;
      const turnId = menuArgumentSchema.safeParse(argument).data?.turnId ?? turns.at(-1)?.id;
      say(turnId === undefined ? vscode.l10n.t('The conversation is empty.') : await work(turnId));
    };
  return {
    continueReply: onTurn((turnId) => chat.continueReply(turnId)),
    retry: onTurn((turnId) => chat.retry(turnId)),
    askAnotherModel: onTurn(async (turnId) => {
      const model = await chooseModel(chat.session.reply(turnId)?.model ?? chat.model);
      return model === undefined ? undefined : chat.compare(turnId, model);
    }),
    keepReply: onTurn((turnId) => chat.keep(turnId)),
    editQuestion: onTurn(async (turnId) => {
      const problem = chat.edit(turnId);
      if (problem === undefined) {
        showComposer();
        await reveal();
      }
      return problem;
    }),
    forkConversation: onTurn(async (turnId) => {
      const problem = chat.fork(turnId);
      if (problem === undefined) {
        await reveal();
      }
      return problem;
    }),
    deleteTurn: onTurn((turnId) => {
      const undo = chat.session.remove(turnId);
      if (undo === undefined) {
        return vscode.l10n.t('A reply is still being written. Stop it, or wait for its end.');
      }
      offerUndo(vscode.l10n.t('The question and its reply were deleted.'), undo);
      return undefined;
    }),
    copyTurn: onTurn((turnId) => copy(chat, turnId)),
    copyConversation: () => copy(chat),
  };
}

/** The exchange that a turn is in, or the whole conversation. */
async function copy(chat: Chat, turnId?: string): Promise<undefined> {
  const { turnsAsMarkdown } = await import('../../core/conversation/turnsAsMarkdown.ts');
  const { turns } = chat.session.conversation;
  const range = turnId === undefined ? undefined : exchangeOf(turns, turnId);
  const speakers = { user: vscode.l10n.t('You'), assistant: vscode.l10n.t('Assistant') };
  await vscode.env.clipboard.writeText(turnsAsMarkdown(turns.slice(range?.start, range?.end), speakers));
}
