import type * as vscode from 'vscode';
import { platform } from '#platform';
import { UnseenReplies } from './core/asking/unseenReplies.ts';
import { askingFeature } from './vscode/asking/askingFeature.ts';
import { BackgroundQuestions } from './vscode/asking/backgroundQuestions.ts';
import { createConversations } from './vscode/asking/createConversations.ts';
import { QuestionPipeline } from './vscode/asking/questionPipeline.ts';
import { QuestionQueue } from './vscode/asking/questionQueue.ts';
import { selectionEditsFeature } from './vscode/asking/selectionEditsFeature.ts';
import { Attachments } from './vscode/attachments/attachments.ts';
import { attachmentsFeature } from './vscode/attachments/attachmentsFeature.ts';
import { Definitions } from './vscode/attachments/definitions.ts';
import { codeFeature } from './vscode/code/codeFeature.ts';
import { commitMessageFeature } from './vscode/commitMessage/commitMessageFeature.ts';
import { Composer } from './vscode/composer/composer.ts';
import { composerFeature } from './vscode/composer/composerFeature.ts';
import { syncDraftWithConversation } from './vscode/composer/conversationDrafts.ts';
import { RecentQuestions } from './vscode/composer/recentQuestions.ts';
import { createClientServices } from './vscode/connection/clientServices.ts';
import { connectionFeature } from './vscode/connection/connectionFeature.ts';
import { contextWindowFeature } from './vscode/contextWindow/contextWindowFeature.ts';
import { OverflowGuard } from './vscode/contextWindow/overflowGuard.ts';
import { TokenMeter } from './vscode/contextWindow/tokenMeter.ts';
import { conversationFeature } from './vscode/conversation/conversationFeature.ts';
import { AskedSelections } from './vscode/editing/askedSelections.ts';
import { editingFeature } from './vscode/editing/editingFeature.ts';
import { lazyApplied } from './vscode/editing/lazyApplied.ts';
import { lazyEditing } from './vscode/editing/lazyEditing.ts';
import { ReviewFiles } from './vscode/editing/reviewFiles.ts';
import { ReviewOutcomes } from './vscode/editing/reviewOutcomes.ts';
import { registerFeatures } from './vscode/features.ts';
import { historyFeature } from './vscode/history/historyFeature.ts';
import { readHistoryFolder } from './vscode/history/historyFolder.ts';
import { LazyHistory } from './vscode/history/lazyHistory.ts';
import { openScopedHistory } from './vscode/history/openScopedHistory.ts';
import { WindowRestore } from './vscode/history/windowRestore.ts';
import { selectModel } from './vscode/models/modelPicker.ts';
import { Models } from './vscode/models/models.ts';
import { modelsFeature } from './vscode/models/modelsFeature.ts';
import { ChatUi } from './vscode/panel/chatUi.ts';
import { panelFeature } from './vscode/panel/panelFeature.ts';
import { problemsFeature } from './vscode/problems/problemsFeature.ts';
import { PromptExpander } from './vscode/prompts/promptExpander.ts';
import { promptsFeature } from './vscode/prompts/promptsFeature.ts';
import { RequestLog } from './vscode/requests/requestLog.ts';
import { requestsFeature } from './vscode/requests/requestsFeature.ts';
import { SecretGuard } from './vscode/secrets/secretGuard.ts';
import { ShellExecutions } from './vscode/shellExecutions.ts';
import { TargetEditor } from './vscode/targetEditor.ts';
import { type TestAccess, testAccess } from './vscode/testAccess.ts';

/** What `main.ts` needs of the extension. */
export interface StartedExtension {
  readonly ui: Pick<ChatUi, 'view' | 'tab' | 'shownAtOnce'>;
  /** By the ids that they have in `package.json`. */
  readonly commands: ReadonlyMap<string, (...args: unknown[]) => Promise<void>>;
  readonly testAccess: TestAccess | undefined;
  /** Begins to read what the window showed, while its page loads. */
  restore(): void;
  /** Resolves when the last turns and drafts are on disk. */
  close(): Promise<void>;
}

/** Creates the services in dependency order, then registers the features. Reads no file yet. */
export function start(context: vscode.ExtensionContext): StartedExtension {
  const { globalState, workspaceState, globalStorageUri, subscriptions } = context;

  const log = new RequestLog();
  const { client, keyStore, connections, requestsLeft, serviceMemory } = createClientServices(context, log);
  const ui = new ChatUi(context.extensionUri, (description) => log.note(description));
  const targetEditor = new TargetEditor();
  const executions = new ShellExecutions();
  const history = new LazyHistory(() => openScopedHistory(context));
  const meter = new TokenMeter(globalState);
  const secretGuard = new SecretGuard(connections);
  const conversations = createConversations({ client, connections, history, meter, secretGuard });
  const unseenReplies = new UnseenReplies(conversations, ui);
  const composer = new Composer();
  const draftSync = syncDraftWithConversation(composer, conversations);
  const models = new Models({ client, connections, conversations });
  const recentQuestions = new RecentQuestions(() => secretGuard.questionRedactor());
  const windowRestore = new WindowRestore({
    state: workspaceState,
    history,
    conversations,
    composer,
    recentQuestions,
    secretGuard,
  });

  // The steps of a question before it is sent.
  const prompts = new PromptExpander({ conversations, models, composer, targetEditor, globalStorageUri });
  const whenRestored = (): Promise<void> => windowRestore.restore();
  const attachments = new Attachments({
    conversations,
    composer,
    targetEditor,
    workspaceState,
    executions,
    whenRestored,
  });
  const definitions = new Definitions({ conversations, composer, models, meter, attachments });
  const askedSelections = new AskedSelections(composer);
  const reviewFiles = new ReviewFiles({
    history,
    conversation: () => conversations.current.conversation.id,
    redactor: () => secretGuard.redactor(),
  });
  const overflowGuard = new OverflowGuard({ conversations, composer, models, meter, connections, ui });
  const pipeline = new QuestionPipeline({
    conversations,
    composer,
    connections,
    models,
    prompts,
    attachments,
    askedSelections,
    secretGuard,
    overflowGuard,
    whenRestored,
  });
  const backgroundQuestions = new BackgroundQuestions({
    conversations,
    pipeline,
    models,
    attachments,
    recentQuestions,
    unseenReplies,
    ui,
  });
  const questionQueue = new QuestionQueue({ pipeline, conversations, composer, ui });

  // Where replies go.
  const outcomes = new ReviewOutcomes(conversations, ui);
  const applied = lazyApplied({ history, conversations, ui, redactor: () => secretGuard.redactor() });
  const editing = lazyEditing({
    files: reviewFiles,
    globalStorageUri,
    show: (document) => targetEditor.open(document),
    onDidClose: (source, outcome) => outcomes.onDidClose(source, outcome),
    conversations,
    targetEditor,
    anchors: askedSelections.anchors,
    executions,
    applied,
  });

  const host = { version: context.extension.packageJSON.version, operatingSystem: platform.operatingSystem };
  // When a page loads, the features are called in this order: those after `historyFeature` need what it restores.
  const features = registerFeatures(ui, () => conversations.current.conversation.id, [
    codeFeature(ui),
    panelFeature(ui, unseenReplies),
    historyFeature({
      conversations,
      composer,
      recentQuestions,
      history,
      windowRestore,
      keyStore,
      secretGuard,
      ui,
      readHistoryFolder: () => readHistoryFolder(context),
    }),
    contextWindowFeature({ conversations, composer, models, meter, overflowGuard, ui }),
    attachmentsFeature({
      attachments,
      composer,
      definitions,
      secretGuard,
      meter,
      models,
      targetEditor,
      ui,
    }),
    connectionFeature({
      connections,
      keyStore,
      models,
      selectModel: () => selectModel(models, connections),
      ui,
    }),
    modelsFeature({
      models,
      conversations,
      unseenReplies,
      connections,
      requestsLeft,
      history,
      readHistoryFolder: () => readHistoryFolder(context),
      ui,
    }),
    composerFeature({ composer, recentQuestions, conversations, ui }),
    promptsFeature({ prompts, composer, ui }),
    problemsFeature({ prompts, composer, targetEditor, ui }),
    askingFeature({
      pipeline,
      conversations,
      composer,
      recentQuestions,
      attachments,
      definitions,
      askedSelections,
      targetEditor,
      meter,
      models,
      questionQueue,
      ui,
    }),
    conversationFeature({
      pipeline,
      conversations,
      composer,
      recentQuestions,
      connections,
      models,
      history,
      serviceMemory,
      host,
      ui,
    }),
    editingFeature({ conversations, askedSelections, reviewFiles, outcomes, editing, applied, ui }),
    selectionEditsFeature({
      conversations,
      backgroundQuestions,
      composer,
      askedSelections,
      editing,
      meter,
      models,
      ui,
    }),
    commitMessageFeature({ backgroundQuestions, models, meter, targetEditor }),
    requestsFeature({ pipeline, conversations, client, connections, secretGuard, log }),
  ]);

  subscriptions.push(
    connections,
    keyStore,
    requestsLeft,
    serviceMemory,
    questionQueue,
    { dispose: () => conversations.stopAll() },
    features,
    secretGuard,
    askedSelections,
    reviewFiles,
    definitions,
    attachments,
    windowRestore,
    draftSync,
    models,
    unseenReplies,
    conversations,
    executions,
    targetEditor,
    ui,
    log,
  );
  const close = async (): Promise<void> => {
    await windowRestore.close();
    await history.dispose();
  };
  const access = testAccess({
    commands: features.commands,
    conversations,
    unseenReplies,
    composer,
    recentQuestions,
    models,
    meter,
    pipeline,
    questionQueue,
    attachments,
    definitions,
    reviewFiles,
    secretGuard,
    overflowGuard,
    connections,
    requestsLeft,
    serviceMemory,
    history,
    secrets: context.secrets,
  });
  return {
    ui,
    commands: features.commands,
    testAccess: access,
    restore: () => void windowRestore.restore(),
    close,
  };
}
