import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { ToHost } from '../../protocol/toHost.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import type { QuestionPipeline } from '../asking/questionPipeline.ts';
import type { Connections } from '../connection/connections.ts';
import type { ServiceMemory } from '../connection/serviceMemory.ts';
import { openDashboard, settingIdFor } from '../failures/failureActions.ts';
import { failureReport, type HostInfo } from '../failures/failureReport.ts';
import { selectModel } from '../models/modelPicker.ts';
import type { Models } from '../models/models.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { openSetting } from '../settings.ts';
import { t } from '../uiText.ts';
import { keepReply } from './turnEdits.ts';

export interface TurnActionServices {
  pipeline: Pick<QuestionPipeline, 'retry' | 'continueReply'>;
  conversations: Conversations;
  connections: Connections;
  models: Models;
  serviceMemory: Pick<ServiceMemory, 'turnOnStreaming'>;
  host: HostInfo;
  ui: Pick<ChatUi, 'reveal'>;
}

type TurnActionRequest = Pick<Extract<ToHost, { type: 'turnAction' }>, 'turnId' | 'action'>;

/** Runs an action that the notice of a turn offers. */
export async function runTurnAction(
  services: TurnActionServices,
  { turnId, action }: TurnActionRequest,
): Promise<ErrorResult> {
  const { pipeline, conversations, connections, models, serviceMemory } = services;
  const session = conversations.current;
  switch (action) {
    case 'connect':
    case 'changeApiKey':
      await connections.enterKey();
      return undefined;
    case 'openDashboard':
      await openDashboard();
      return undefined;
    case 'selectModel':
      await selectModel(models, connections);
      return undefined;
    case 'openSettings': {
      const failure = session.findReply(turnId)?.failure;
      const setting = failure === undefined ? 'assistant.maxTokens' : settingIdFor(failure);
      await openSetting(setting);
      return undefined;
    }
    case 'editMessage':
      return openQuestionEditor(services, turnId);
    case 'retry':
      return pipeline.retry(turnId);
    case 'waitAndRetry':
      return pipeline.retry(turnId, 'whenAllowed');
    case 'retryWithoutStreaming':
      return pipeline.retry(turnId, 'withoutStreaming');
    case 'turnOnStreaming':
      serviceMemory.turnOnStreaming(session.findReply(turnId)?.sentTo ?? []);
      session.noteStreamingTurnedOn();
      return undefined;
    case 'continue':
      return pipeline.continueReply(turnId);
    case 'keep':
      return keepReply(conversations, turnId);
    case 'includeQuestion':
      session.setLeftOut([turnId], false);
      return undefined;
    case 'copyDetails':
      return copyDetails(services, turnId);
  }
}

/** Lets the user edit the question of a turn in its place. */
export function openQuestionEditor(
  { conversations, ui }: Pick<TurnActionServices, 'conversations' | 'ui'>,
  turnId: string,
): ErrorResult {
  const { current } = conversations;
  const question = current.questionOf(turnId);
  if (question === undefined) {
    return failed(t('This question no longer exists.'));
  }
  void ui.reveal({ type: 'editQuestion', conversationId: current.conversation.id, turnId: question.id });
  return undefined;
}

async function copyDetails(
  { conversations, host }: TurnActionServices,
  turnId: string,
): Promise<ErrorResult> {
  const session = conversations.current;
  const reply = session.findReply(turnId);
  if (reply === undefined) {
    return failed(t('This reply no longer exists.'));
  }
  await vscode.env.clipboard.writeText(failureReport(reply, host, session.facts.of(reply)));
  return undefined;
}
