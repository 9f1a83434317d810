import type * as vscode from 'vscode';
import type { ChatClient } from '../../client/chatClient.ts';
import { encodeInShape } from '../../client/transport/requestShape.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { AssistantTurn, Turn } from '../../core/conversation/conversation.ts';
import { rebuildRequest } from '../../core/requests/rebuildRequest.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import { redactMessages } from '../asking/fetchReply.ts';
import type { QuestionPipeline } from '../asking/questionPipeline.ts';
import type { Connections } from '../connection/connections.ts';
import type { SecretGuard } from '../secrets/secretGuard.ts';
import { plainText, t } from '../uiText.ts';
import { RequestDocuments } from './requestDocuments.ts';

export interface RequestViewerDeps {
  pipeline: Pick<QuestionPipeline, 'prepareRequest'>;
  conversations: Pick<Conversations, 'current'>;
  client: Pick<ChatClient, 'previewRequestBody'>;
  connections: Pick<Connections, 'current'>;
  secretGuard: Pick<SecretGuard, 'redactor'>;
}

/** Shows the next request or a sent one: exactly its bytes, or the reason why they can't be shown. */
export class RequestViewer implements vscode.Disposable {
  readonly #deps: RequestViewerDeps;
  readonly #documents = new RequestDocuments();

  constructor(deps: RequestViewerDeps) {
    this.#deps = deps;
  }

  /** Shows the request that Send would send now. Sends nothing. */
  async showNext(): Promise<ErrorResult> {
    const { pipeline, client, connections } = this.#deps;
    const next = await pipeline.prepareRequest();
    if ('error' in next) {
      return next.error;
    }
    const { request, isEmpty, hasSecrets } = next;
    if (isEmpty && request.messages.length === 0) {
      return failed(t('Enter a question first.'));
    }
    const state = await connections.current();
    const endpoint = state.status === 'connected' ? state.connection.endpoint : undefined;
    const body = await client.previewRequestBody(request, endpoint);
    await this.#documents.show(plainText(t('Next Request')), body);
    if (isEmpty) {
      return failed(
        t('The chat input is empty, so nothing would be sent. This will be sent with the next question.'),
      );
    }
    return (await hasSecrets())
      ? failed(
          t('The request seems to contain secrets. You will be asked before it is sent and can redact them.'),
        )
      : undefined;
  }

  /**
   * Shows the request that was sent for a reply. If there were several, such as one for its rest, shows the last, which
   * contains what the others did.
   * @param turnId the reply; default is the last one
   */
  async showSent(turnId?: string): Promise<ErrorResult> {
    const { conversation } = this.#deps.conversations.current;
    const reply = conversation.turns.findLast(
      (turn) => turn.kind === 'assistant' && (turnId === undefined || turn.id === turnId),
    );
    if (reply?.kind !== 'assistant') {
      return failed(t('There is no reply yet.'));
    }
    if (reply.requests === undefined) {
      return failed(
        t('No request is recorded for this reply. None was sent, or the reply comes from elsewhere.'),
      );
    }
    const body = await this.#rebuild(conversation.turns, reply);
    if (body === undefined) {
      return failed(
        t(
          'The request can’t be shown as it was sent because the conversation has changed since, or another version of this extension made it.',
        ),
      );
    }
    await this.#documents.show(plainText(t('Sent Request')), body);
    return undefined;
  }

  dispose(): void {
    this.#documents.dispose();
  }

  async #rebuild(turns: readonly Turn[], reply: AssistantTurn): Promise<string | undefined> {
    // Earlier turns may have contained a secret that had been redacted by then.
    const redact = await this.#deps.secretGuard.redactor();
    return (
      rebuildRequest(turns, reply, encodeInShape) ??
      rebuildRequest(turns, reply, ({ messages, ...request }, isFolded) =>
        encodeInShape({ ...request, messages: redactMessages(messages, redact) }, isFolded),
      )
    );
  }
}
