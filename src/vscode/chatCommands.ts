import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { AskAboutSelection } from './asking/askAboutSelection.ts';
import { type ContextCommandDependencies, contextCommands } from './attachments/contextCommands.ts';
import type { Commands } from './commands.ts';
import { type ConnectDependencies, connect } from './connection/connectFlow.ts';
import { type Connections, notConnectedText } from './connection/connections.ts';
import { type TurnCommandDependencies, turnCommands } from './conversation/turnCommands.ts';
import { type CodeBlockCommandDependencies, codeBlockCommands } from './editing/codeBlockCommands.ts';
import {
  type ConversationCommandDependencies,
  conversationCommands,
} from './history/conversationCommands.ts';
import { lazyTransferCommands } from './history/transfer/lazyTransferCommands.ts';
import { pickModel } from './models/modelPicker.ts';
import type { ChatPlaces } from './panel/chatPlaces.ts';
import type { Problem } from './problem.ts';
import { type PromptCommandDependencies, promptCommands } from './prompts/promptCommands.ts';
import { requestCommands } from './requests/requestCommands.ts';
import type { ShowRequest } from './requests/showRequest.ts';
import { say } from './say.ts';

interface CommandDependencies
  extends ConnectDependencies,
    PromptCommandDependencies,
    Omit<TurnCommandDependencies, 'chooseModel'>,
    Omit<ContextCommandDependencies, 'say'> {
  connections: Connections;
  ask: AskAboutSelection;
  insertLastReply(): Promise<Problem>;
  codeBlocks: Omit<CodeBlockCommandDependencies, 'say'>;
  places: ChatPlaces;
  showRequest: ShowRequest;
  conversations: ConversationCommandDependencies;
  /** Where conversations are kept; `undefined` where they are in memory alone. */
  historyFolder(): vscode.Uri | undefined;
  showLog(): void;
}

/** The argument by which other extensions and keybindings ask without a question box. */
const askArgumentSchema = z.object({ question: z.string() });

/** What each command does. */
export function chatCommands(dependencies: CommandDependencies): Commands {
  const { chat, connections, keys, ask, insertLastReply, reveal, places, showLog } = dependencies;
  const chooseModel = (current: string): Promise<string | undefined> =>
    pickModel((...request) => chat.listModels(...request), current);
  return {
    ...turnCommands({ ...dependencies, chooseModel }),
    ...conversationCommands(dependencies.conversations),
    openChat: reveal,
    openChatInEditor: () => places.tab.open(),
    openChatInNewWindow: () => places.tab.openInNewWindow(),
    moveChat: () => places.view.move(),
    newChat: async () => {
      chat.startNew();
      await reveal();
    },
    ...promptCommands(dependencies),
    ...requestCommands(dependencies.showRequest),
    ...lazyTransferCommands(dependencies),
    findInConversation: () => dependencies.codeBlocks.revealThen({ type: 'find' }),
    askAboutSelection: async (argument) => {
      const parsed = askArgumentSchema.safeParse(argument);
      say(await ask.run(parsed.success ? parsed.data.question : undefined));
    },
    selectModel: async () => {
      const state = await connections.confirmed();
      if (state.status === 'otherAddress') {
        return say(notConnectedText(state));
      }
      if (state.status === 'connected' || (await connect(dependencies))) {
        const chosen = await chooseModel(chat.model);
        if (chosen !== undefined) {
          await chat.chooseModel(chosen);
        }
      }
    },
    setApiKey: async () => {
      await connect(dependencies);
    },
    removeApiKey: async () => {
      const had = (await keys.read()) !== undefined;
      await keys.remove();
      say(had ? vscode.l10n.t('The API key was removed.') : vscode.l10n.t('No API key is stored.'));
    },
    showLog: async () => showLog(),
    insertReply: async () => {
      say(await insertLastReply());
    },
    stop: async () => {
      chat.session.stop();
    },
    ...codeBlockCommands({ ...dependencies.codeBlocks, say }),
    ...contextCommands({ ...dependencies, say }),
  };
}
