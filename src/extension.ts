import type * as vscode from 'vscode';
import { platform } from '#platform';
import { AskAboutSelection } from './vscode/askAboutSelection.ts';
import { Chat } from './vscode/chat.ts';
import { chatCommands } from './vscode/chatCommands.ts';
import { ChatView } from './vscode/chatView.ts';
import { registerCommands } from './vscode/commands.ts';
import { registerContextKeys } from './vscode/contextKeys.ts';
import { PanelController } from './vscode/panelController.ts';
import { PanelFeed } from './vscode/panelFeed.ts';
import { createService } from './vscode/service.ts';
import { registerStatusBar } from './vscode/statusBar.ts';
import { suggestedQuestion } from './vscode/suggestions.ts';
import { TargetEditor } from './vscode/targetEditor.ts';
import { type TestAccess, testAccess } from './vscode/testAccess.ts';

/** Builds everything and wires it together; each part is in the file of its name. */
export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const service = createService(context);
  const { client, keys, connections, requests } = service;
  const target = new TargetEditor();

  const view = new ChatView(context.extensionUri, (message) => void controller.receive(message));
  const feed = new PanelFeed(
    (message) => view.post(message),
    () => controller.postState(),
    () => chat.session.conversation.turns,
  );
  const chat = new Chat({ client, connections }, feed);
  const reveal = (): Promise<void> => view.reveal();
  const showComposer = (): void => controller.showComposer();
  const ask = new AskAboutSelection({ chat, target, reveal, showComposer });
  const controller = new PanelController({
    chat,
    connections,
    target,
    actions: {
      askSuggestion: (suggestion) => ask.run(suggestedQuestion(suggestion)),
      connect: () => commands.setApiKey(),
      selectModel: () => commands.selectModel(),
    },
    host: { version: context.extension.packageJSON.version, operatingSystem: platform.operatingSystem },
    post: (message) => feed.post(message),
  });
  const commands = chatCommands({
    chat,
    client,
    connections,
    keys,
    ask,
    showComposer,
    insertLastReply: () => controller.replies.insertLast(),
    codeBlocks: {
      replies: controller.replies,
      focus: controller.focus,
      revealThen: (message) => view.reveal(message),
    },
    reveal,
    showLog: () => service.log.show(),
  });

  context.subscriptions.push(
    service,
    view,
    chat,
    target,
    controller,
    registerCommands(commands),
    registerStatusBar(chat, requests),
    registerContextKeys(chat, connections, keys),
  );
  return testAccess({ chat, connections, secrets: context.secrets, requests });
}
