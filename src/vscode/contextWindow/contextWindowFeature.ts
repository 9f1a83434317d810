import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { ContextUsageView } from '../../protocol/contextWindow.ts';
import type { Composer } from '../composer/composer.ts';
import type { Models } from '../models/models.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import type { OverflowGuard } from './overflowGuard.ts';
import type { TokenMeter } from './tokenMeter.ts';

/** Throttle for updates, in ms: changes come in bursts, such as key presses. */
const UPDATE_DELAY_MS = 100;

interface ContextUsageSources {
  conversations: Conversations;
  composer: Composer;
  models: Models;
  meter: TokenMeter;
}

interface ContextWindowServices extends ContextUsageSources {
  overflowGuard: OverflowGuard;
  ui: Pick<ChatUi, 'post'>;
}

/** Posts the context usage and the overflow notice, and handles choices in that notice. */
export function contextWindowFeature(services: ContextWindowServices) {
  const { overflowGuard, models, composer, ui } = services;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const post = (): void => {
    timer = undefined;
    overflowGuard.update();
    const conversationId = composer.owner.conversation;
    ui.post({ type: 'contextUsage', conversationId, contextUsage: toContextUsageView(services) });
  };
  const scheduleUpdate = (): void => {
    timer ??= setTimeout(post, UPDATE_DELAY_MS);
  };
  const listeners = vscode.Disposable.from(
    models.onChanged(scheduleUpdate),
    composer.onChanged(scheduleUpdate),
  );
  return {
    messages: {
      overflowChoice: ({ noticeId, choice }) => overflowGuard.choose(noticeId, choice),
    },
    state: () => ({ contextUsage: toContextUsageView(services) }),
    onDidSendState: (page) => overflowGuard.postTo(page),
    dispose: () => {
      clearTimeout(timer);
      listeners.dispose();
    },
  } satisfies Feature;
}

/** Estimated tokens of the request that Send would make now. */
export function toContextUsageView({
  conversations,
  composer,
  models,
  meter,
}: ContextUsageSources): ContextUsageView {
  const { draft, attachments } = composer;
  const model = models.current;
  const { turns } = conversations.current.conversation;
  const usage = meter.estimate(draft, attachments, { model, turns });
  return {
    ...usage,
    attachments: attachments.map((attachment) => ({
      name: attachment.path,
      tokens: meter.tokensOf(attachment, model),
    })),
    ...omitUndefined({ contextWindow: models.contextWindow(model) }),
  };
}
