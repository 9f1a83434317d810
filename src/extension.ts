import type * as vscode from 'vscode';
import { platform } from '#platform';
import { AskAboutSelection } from './vscode/asking/askAboutSelection.ts';
import { Chat } from './vscode/asking/chat.ts';
import { suggestedQuestion } from './vscode/asking/suggestions.ts';
import { ChatContext } from './vscode/attachments/chatContext.ts';
import { chatCommands } from './vscode/chatCommands.ts';
import { registerCommands } from './vscode/commands.ts';
import { createService } from './vscode/connection/service.ts';
import { registerContextKeys } from './vscode/contextKeys.ts';
import { BudgetFeed } from './vscode/contextWindow/budgetFeed.ts';
import { Fit } from './vscode/contextWindow/fit.ts';
import { TokenMeter } from './vscode/contextWindow/tokenMeter.ts';
import { ChatHistory } from './vscode/history/chatHistory.ts';
import { ConversationActions } from './vscode/history/conversationActions.ts';
import { historyFolder, readHistoryScope } from './vscode/history/historyScope.ts';
import { HistoryScreen } from './vscode/history/historyScreen.ts';
import { LazyHistory } from './vscode/history/lazyHistory.ts';
import { openInScope } from './vscode/history/openInScope.ts';
import { registerStatusBar } from './vscode/models/statusBar.ts';
import { ChatPlaces } from './vscode/panel/chatPlaces.ts';
import { PanelController } from './vscode/panel/panelController.ts';
import { PanelFeed } from './vscode/panel/panelFeed.ts';
import { PromptUse } from './vscode/prompts/promptUse.ts';
import { ShowRequest } from './vscode/requests/showRequest.ts';
import { TargetEditor } from './vscode/targetEditor.ts';
import { type TestAccess, testAccess } from './vscode/testAccess.ts';

let end = async (): Promise<void> => undefined;

/** Builds everything and wires it together; each part is in the file of its name. */
export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const service = createService(context);
  const { client, keys, connections, requests } = service;
  const target = new TargetEditor();

  const places = new ChatPlaces(
    context.extensionUri,
    (message, from) => void controller.receive(message, from),
  );
  const feed = new PanelFeed(
    places.surfaces,
    () => controller.postState(),
    () => chat.session.conversation.turns,
  );
  const folderOfHistory = (): vscode.Uri | undefined => historyFolder(context, readHistoryScope());
  const history = new LazyHistory(() => openInScope(context));
  const chat = new Chat(
    {
      client,
      connections,
      history,
      restore: () => kept.restore(),
      steps: [
        (...question) => attachments.refresh(...question),
        (question, by) => chat.guard.check(question, (...forms) => fit.checkForms(forms, by)),
        async (...question) => fit.check(...question),
      ],
      checkAgain: (repetition) => fit.checkAgain(repetition),
      meter: new TokenMeter(context.globalState),
    },
    (event) => feed.take(event),
  );
  const attachments = new ChatContext({ chat, target, state: context.workspaceState });
  const kept = new ChatHistory(context.workspaceState, history, chat);
  const prompts = new PromptUse({ chat, target, globalStorageUri: context.globalStorageUri });
  const reveal = (): Promise<void> => places.reveal();
  const showComposer = (): void => controller.showComposer();
  const ask = new AskAboutSelection({ chat, target, prompts, reveal, showComposer });
  const actions = new ConversationActions(chat);
  const screen = new HistoryScreen({
    chat,
    actions,
    postTo: (receiver, message) => feed.postTo(receiver, message),
    history,
    isKept: () => folderOfHistory() !== undefined,
  });
  const fit = new Fit({
    chat,
    connections,
    post: (view) => feed.post({ type: 'fit', ...(view && { fit: view }) }),
  });
  const controller = new PanelController({
    chat,
    context: attachments,
    kept,
    connections,
    target,
    actions: {
      askSuggestion: (suggestion) => ask.run(suggestedQuestion(suggestion)),
      connect: () => commands.setApiKey(),
      selectModel: () => commands.selectModel(),
      showRequest: (turnId) =>
        turnId === undefined ? commands.showRequest() : commands.showSentRequest({ turnId }),
    },
    host: { version: context.extension.packageJSON.version, operatingSystem: platform.operatingSystem },
    feed,
    screen,
    prompts,
    fit,
    reveal,
  });
  const showRequest = new ShowRequest({
    chat,
    client,
    connections,
    settled: () => attachments.settled(),
    steps: [
      (question) => prompts.expandTyped(question),
      (...question) => attachments.refresh(...question),
      (question) => chat.guard.withoutKnown(question),
    ],
  });
  const commands = chatCommands({
    chat,
    client,
    connections,
    keys,
    ask,
    prompts,
    context: attachments,
    target,
    showComposer,
    insertLastReply: () => controller.replies.insertLast(),
    codeBlocks: {
      replies: controller.replies,
      focus: controller.focus,
      revealThen: (message) => places.reveal(message),
    },
    reveal,
    places,
    showRequest,
    conversations: {
      chat,
      screen,
      actions,
      reveal: (then) => places.reveal(then),
      openTab: () => places.tab.open(),
    },
    historyFolder: folderOfHistory,
    showLog: () => service.log.show(),
  });

  context.subscriptions.push(
    service,
    places,
    chat,
    kept,
    target,
    attachments,
    screen,
    fit,
    controller,
    showRequest,
    new BudgetFeed(chat, (budget) => feed.post({ type: 'budget', budget })),
    registerCommands(commands),
    registerStatusBar(chat, requests),
    registerContextKeys(chat, connections, keys),
  );
  end = async () => {
    await kept.flush();
    await history.dispose();
  };
  return testAccess({
    chat,
    context: attachments,
    connections,
    secrets: context.secrets,
    requests,
    history,
    fit,
  });
}

/** VS Code waits for it, for some seconds: what was said last is to be on disk. */
export function deactivate(): Promise<void> {
  return end();
}
