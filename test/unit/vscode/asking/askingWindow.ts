import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseBaseUrl } from '../../../../src/client/address/endpoint.ts';
import type { ChatSession } from '../../../../src/core/asking/chatSession.ts';
import { UnseenReplies } from '../../../../src/core/asking/unseenReplies.ts';
import type { AssistantTurn, Turn } from '../../../../src/core/conversation/conversation.ts';
import type { History } from '../../../../src/core/history/history.ts';
import type { ActionResult } from '../../../../src/vscode/actionResult.ts';
import { askingFeature } from '../../../../src/vscode/asking/askingFeature.ts';
import { BackgroundQuestions, type EndedReply } from '../../../../src/vscode/asking/backgroundQuestions.ts';
import { type AskResult, QuestionPipeline } from '../../../../src/vscode/asking/questionPipeline.ts';
import { QuestionQueue } from '../../../../src/vscode/asking/questionQueue.ts';
import type { ComposerAttachment } from '../../../../src/vscode/composer/composerAttachment.ts';
import type { WrittenQuestion } from '../../../../src/vscode/composer/question.ts';
import type { ApiKeyStore } from '../../../../src/vscode/connection/apiKeyStore.ts';
import { Connections } from '../../../../src/vscode/connection/connections.ts';
import { OverflowGuard } from '../../../../src/vscode/contextWindow/overflowGuard.ts';
import type { ChatUi } from '../../../../src/vscode/panel/chatUi.ts';
import type { MessageReceiver } from '../../../../src/vscode/panel/chatWebview.ts';
import { NO_HISTORY } from '../../../support/noHistory.ts';
import { said } from '../../../support/said.ts';
import { changeSetting } from '../../../support/stubVsCode.ts';
import { makeServices } from '../../../vscode/stubServices.ts';
import { client } from '../../client/connect.ts';

export const MODEL = 'model-a';
export const OTHER_MODEL = 'model-b';

export const CHIP: ComposerAttachment = {
  id: 'chip',
  kind: 'file',
  path: 'a.ts',
  languageId: 'typescript',
  text: 'const chip = 1;',
};

/** A service that records its requests, and answers those that contain `hold` when the test says so. */
export class RecordingService {
  /** With the text of the last message, and of all of them. */
  readonly requests: { key: string; model: string; text: string; all: string }[] = [];
  readonly #held: (() => void)[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v1`;
  }

  async whenRequests(count: number): Promise<void> {
    while (this.requests.length < count) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  release(): void {
    for (const answer of this.#held.splice(0)) {
      answer();
    }
  }

  async stop(): Promise<void> {
    this.release();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.writeHead(404).end();
      return;
    }
    const { model, messages } = JSON.parse(await text(request));
    const last = messages.at(-1).content;
    this.requests.push({
      key: request.headers.authorization?.replace('Bearer ', '') ?? '',
      model,
      text: last,
      all: messages.map(({ content }: { content: string }) => content).join('\n'),
    });
    const answer = (): void => {
      response.end('{"content":[{"type":"text","text":"Answered."}],"stop_reason":"end_turn"}');
    };
    if (last.includes('hold')) {
      this.#held.push(answer);
    } else {
      answer();
    }
  }
}

/** Something that may hang: VS Code's secret storage, or a disk. */
class Gate {
  #isOpen = true;
  #waiting: (() => void)[] = [];
  #onReached: () => void = () => undefined;

  /** @returns a promise that resolves when something waits at the closed gate */
  close(): Promise<void> {
    this.#isOpen = false;
    return new Promise((resolve) => {
      this.#onReached = resolve;
    });
  }

  open(): void {
    this.#isOpen = true;
    for (const go of this.#waiting.splice(0)) {
      go();
    }
  }

  async pass(): Promise<void> {
    if (!this.#isOpen) {
      this.#onReached();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** What is said if nothing was asked. */
export function refusalOf(result: AskResult | EndedReply): string {
  return ('error' in result ? said(result.error) : undefined) ?? '';
}

/** Of a question in the background that nobody stops, and whose reply can be written. */
export const PURPOSE = {
  signal: new AbortController().signal,
  whyNotWritten: async (): Promise<undefined> => undefined,
};

/**
 * A window in which questions are asked, without VS Code: everything from the panel's message to the service is real,
 * but for the key storage, prompt files, and the reading of attachments, which are stubs.
 */
export class AskingWindow {
  readonly keyring = new Gate();
  readonly disk = new Gate();
  readonly posted: string[] = [];
  readonly session: ChatSession;
  readonly pipeline: QuestionPipeline;
  readonly background: BackgroundQuestions;
  readonly unseen: UnseenReplies;
  readonly #services: ReturnType<typeof makeServices>;
  readonly #feature: ReturnType<typeof askingFeature>;
  readonly #queue: QuestionQueue;
  readonly overflowGuard: OverflowGuard;
  /** Those that are on. */
  instructionFiles: readonly ComposerAttachment[] = [];
  #key: string | undefined = 'key-of-the-user-0123456789';
  /** Whether only what is read right before a request is sent waits at the keyring. */
  holdsSending = false;

  constructor(baseUrl: string, turns: readonly Turn[] = [], history: History = NO_HISTORY) {
    changeSetting('assistant.baseUrl', baseUrl);
    changeSetting('assistant.model', MODEL);
    const { origin } = new URL(baseUrl);
    const keyStore = {
      onChanged: () => ({ dispose: () => undefined }),
      read: async () => {
        if (!this.holdsSending || this.#services.conversations.isAnyFetching) {
          await this.keyring.pass();
        }
        return this.#key === undefined ? undefined : { origin, apiKey: this.#key };
      },
    } as unknown as ApiKeyStore;
    const connections = new Connections({
      keyStore,
      askForConsent: async () => undefined,
      enterKey: async () => false,
      fallback: undefined,
    });
    this.#services = makeServices({ client: client(), connections, history });
    const { conversations, composer, models, meter } = this.#services;
    conversations.createAndShow({ turns });
    conversations.chooseModel(MODEL);
    this.session = conversations.current;
    const ui = {
      post: () => undefined,
      showIn: () => this.posted.push('shown'),
      postToOthers: () => undefined,
      showDraft: () => undefined,
      reveal: async () => undefined,
    } as unknown as ChatUi;
    this.overflowGuard = new OverflowGuard({ conversations, composer, models, meter, connections, ui });
    const { disk } = this;
    const shared = { ...this.#services, askedSelections: { track: async () => undefined }, ui };
    this.pipeline = new QuestionPipeline({
      ...shared,
      connections,
      overflowGuard: this.overflowGuard,
      prompts: {
        expandTyped: async (question) =>
          question.text.startsWith('/explain')
            ? { ...question, text: question.text.replace('/explain', 'Explain.') }
            : question.text.startsWith('/think')
              ? { ...question, text: question.text.replace('/think', 'Think.'), model: OTHER_MODEL }
              : question,
      },
      attachments: {
        refreshLive: async (question: WrittenQuestion) => {
          if (question.attachments.length > 0) {
            await disk.pass();
          }
          return question;
        },
        whenCurrentFileRead: async () => undefined,
      },
      whenRestored: async () => undefined,
    });
    this.unseen = new UnseenReplies(conversations, {
      isConversationVisible: false,
      onVisibilityChanged: () => ({ dispose: () => undefined }),
    });
    this.background = new BackgroundQuestions({
      ...shared,
      pipeline: this.pipeline,
      attachments: { newInstructionFiles: async () => this.instructionFiles },
      unseenReplies: this.unseen,
    });
    this.#queue = new QuestionQueue({ pipeline: this.pipeline, ...shared });
    this.#feature = askingFeature({
      ...shared,
      pipeline: this.pipeline,
      questionQueue: this.#queue,
      targetEditor: { source: undefined } as never,
      definitions: { choose: async () => [] },
      attachments: {
        findShown: async (ids) => composer.findAttachments(ids),
        instructionFiles: async () => [],
      },
    });
  }

  get services() {
    return this.#services;
  }

  /** What Enter in the panel does. */
  enter(typed: string, attachments: readonly ComposerAttachment[] = []): Promise<ActionResult> {
    const { composer } = this.#services;
    for (const attachment of attachments) {
      composer.attach(attachment);
    }
    return Promise.resolve(
      this.#feature.messages.sendMessage(
        {
          type: 'sendMessage',
          requestId: 1,
          conversationId: this.#services.conversations.current.conversation.id,
          text: typed,
          attachmentIds: attachments.map(({ id }) => id),
        },
        {} as MessageReceiver,
      ),
    );
  }

  /** What the page that is loaded again shows. */
  reloadPage(): void {
    this.#feature.onDidSendState();
  }

  askAboutSelection(): Promise<unknown> {
    return Promise.resolve(
      this.#feature.messages.askSuggestion({
        type: 'askSuggestion',
        requestId: 1,
        conversationId: this.session.conversation.id,
        suggestion: 'explain',
      }),
    );
  }

  /** What is read of a question that was asked in another window, and of its reply. */
  replyElsewhere(text: string, status: AssistantTurn['status']): void {
    const { turns } = this.session.conversation;
    this.session.syncWith({
      turns: [
        ...turns.filter(({ id }) => !id.endsWith('elsewhere')),
        { kind: 'user', id: 'asked-elsewhere', text: 'Elsewhere?', attachments: [], at: 4 },
        {
          kind: 'assistant',
          id: 'elsewhere',
          model: MODEL,
          text,
          status,
          startedAt: 5,
          ...(status === 'streaming' && { isInOtherWindow: true }),
        },
      ],
    });
  }

  editQueued(): Promise<unknown> {
    return this.#queue.run(this.#queue.view?.id ?? '', 'edit');
  }

  removeKey(): void {
    this.#key = undefined;
  }

  /** Everything that the user wrote, wherever it is: in the chat input, in another draft, in the queue or in a turn. */
  everything(): string {
    const { composer, conversations } = this.#services;
    const turns = conversations.loaded.flatMap(({ conversation }) => conversation.turns);
    return [
      composer.draft,
      ...composer.otherDrafts.map((draft) => draft.text),
      ...composer.queue.all.map((one) => one.text),
      ...turns.map((turn) => turn.text),
    ].join('\n');
  }

  /** Resolves when nothing is prepared or sent any more. */
  async whenIdle(): Promise<void> {
    while (this.#services.conversations.isAnyFetching || this.session.isPreparing) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  dispose(): void {
    this.keyring.open();
    this.disk.open();
    this.#queue.dispose();
    this.unseen.dispose();
    this.#services.dispose();
  }
}

export function exchange(status: AssistantTurn['status'], replyText = 'Early.'): Turn[] {
  return [
    { kind: 'user', id: 'q1', text: 'Earlier?', attachments: [CHIP], at: 1 },
    { kind: 'assistant', id: 'r1', model: MODEL, text: replyText, status, startedAt: 2, endedAt: 3 },
  ];
}

export function endpointOf(baseUrl: string): string {
  const parsed = parseBaseUrl(baseUrl);
  assert.ok(parsed.ok);
  return parsed.endpoint.baseUrl;
}
