import type * as vscode from 'vscode';
import { platform } from '#platform';
import { Asking } from './vscode/asking/asking.ts';
import { askingFeature } from './vscode/asking/askingFeature.ts';
import { createConversations } from './vscode/asking/createConversations.ts';
import { Attachments } from './vscode/attachments/attachments.ts';
import { attachmentsFeature } from './vscode/attachments/attachmentsFeature.ts';
import { codeFeature } from './vscode/code/codeFeature.ts';
import { Composer } from './vscode/composer/composer.ts';
import { composerFeature } from './vscode/composer/composerFeature.ts';
import { followConversation } from './vscode/composer/conversationDrafts.ts';
import { RecentQuestions } from './vscode/composer/recentQuestions.ts';
import { createClientServices } from './vscode/connection/clientServices.ts';
import { connectionFeature } from './vscode/connection/connectionFeature.ts';
import { contextWindowFeature } from './vscode/contextWindow/contextWindowFeature.ts';
import { Fit } from './vscode/contextWindow/fit.ts';
import { TokenMeter } from './vscode/contextWindow/tokenMeter.ts';
import { conversationFeature } from './vscode/conversation/conversationFeature.ts';
import { editingFeature } from './vscode/editing/editingFeature.ts';
import { registerFeatures } from './vscode/features.ts';
import { historyFeature } from './vscode/history/historyFeature.ts';
import { historyFolder, readHistoryScope } from './vscode/history/historyScope.ts';
import { LazyHistory } from './vscode/history/lazyHistory.ts';
import { openInScope } from './vscode/history/openInScope.ts';
import { WindowRestore } from './vscode/history/windowRestore.ts';
import { Models } from './vscode/models/models.ts';
import { modelsFeature } from './vscode/models/modelsFeature.ts';
import { ChatUi } from './vscode/panel/chatUi.ts';
import { panelFeature } from './vscode/panel/panelFeature.ts';
import { promptsFeature } from './vscode/prompts/promptsFeature.ts';
import { PromptUse } from './vscode/prompts/promptUse.ts';
import { RequestLog } from './vscode/requests/requestLog.ts';
import { requestsFeature } from './vscode/requests/requestsFeature.ts';
import { SecretGuard } from './vscode/secrets/secretGuard.ts';
import { TargetEditor } from './vscode/targetEditor.ts';
import { type TestAccess, testAccess } from './vscode/testAccess.ts';

let end = async (): Promise<void> => undefined;

/** Makes the services, each from those before it, and then the list of features. Nothing is read or loaded yet. */
export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const { globalState, workspaceState, globalStorageUri, subscriptions } = context;

  // What everything else stands on.
  const log = new RequestLog();
  const { client, keys, connections, requests } = createClientServices(context, log);
  const ui = new ChatUi(context.extensionUri);
  const target = new TargetEditor();
  const history = new LazyHistory(() => openInScope(context));
  const meter = new TokenMeter(globalState);
  const conversations = createConversations({ client, connections, history, meter });
  const composer = new Composer();
  const following = followConversation(composer, conversations);
  const models = new Models({ client, connections, conversations });
  const recent = new RecentQuestions();
  const windowRestore = new WindowRestore({
    state: workspaceState,
    history,
    conversations,
    composer,
    recent,
  });

  // What a question passes on its way to the service.
  const prompts = new PromptUse({ conversations, composer, target, globalStorageUri });
  const attachments = new Attachments({ conversations, composer, target, state: workspaceState });
  const guard = new SecretGuard(conversations, connections);
  const fit = new Fit({ conversations, composer, models, meter, connections, ui });
  const asking = new Asking({
    conversations,
    composer,
    connections,
    models,
    prompts,
    attachments,
    guard,
    fit,
    restored: () => windowRestore.restore(),
  });

  const host = { version: context.extension.packageJSON.version, operatingSystem: platform.operatingSystem };
  const folder = (): vscode.Uri | undefined => historyFolder(context, readHistoryScope());
  // A page that starts is told to them in this order: what follows the history needs what that brings back.
  const features = registerFeatures(ui, [
    codeFeature(ui),
    panelFeature(ui),
    historyFeature({
      conversations,
      composer,
      recent,
      history,
      windowRestore,
      keys,
      ui,
      historyFolder: folder,
    }),
    contextWindowFeature({ conversations, composer, models, meter, fit, ui }),
    attachmentsFeature({ attachments, composer, guard, meter, models, target, ui }),
    connectionFeature({ connections, keys, ui }),
    modelsFeature({ models, conversations, connections, requests, ui }),
    composerFeature({ composer, recent, conversations, ui }),
    promptsFeature({ prompts, composer, ui }),
    askingFeature({ asking, conversations, composer, recent, attachments, target, ui }),
    conversationFeature({ asking, conversations, composer, connections, models, host, ui }),
    editingFeature({ conversations, target, ui }),
    requestsFeature({ asking, conversations, client, connections, log }),
  ]);

  subscriptions.push(
    connections,
    keys,
    requests,
    { dispose: () => conversations.stopAll() },
    features,
    fit,
    guard,
    attachments,
    windowRestore,
    following,
    models,
    conversations,
    target,
    ui,
    log,
  );
  end = async () => {
    await windowRestore.flush();
    await history.dispose();
  };
  return testAccess({
    conversations,
    composer,
    recent,
    models,
    meter,
    asking,
    attachments,
    guard,
    fit,
    connections,
    requests,
    history,
    secrets: context.secrets,
  });
}

/** VS Code waits for it, for some seconds: what was said last is to be on disk. */
export function deactivate(): Promise<void> {
  return end();
}
