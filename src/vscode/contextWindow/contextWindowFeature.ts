import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { BudgetView } from '../../protocol/contextWindow.ts';
import type { Composer } from '../composer/composer.ts';
import type { Models } from '../models/models.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import type { Fit } from './fit.ts';
import type { Budget, TokenMeter } from './tokenMeter.ts';

/** Debounce, in ms: changes come in bursts, such as key presses. */
const PAUSE = 100;

interface BudgetSources {
  conversations: Conversations;
  composer: Composer;
  models: Models;
  meter: TokenMeter;
}

interface ContextWindowServices extends BudgetSources {
  fit: Fit;
  ui: Pick<ChatUi, 'post' | 'postTo'>;
}

/** What of the model's window the next question takes, and what can be done where it does not fit. */
export function contextWindowFeature(services: ContextWindowServices) {
  const { fit, models, composer, ui } = services;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const post = (): void => {
    timer = undefined;
    ui.post({ type: 'budget', budget: budgetView(services) });
  };
  const soon = (): void => {
    timer ??= setTimeout(post, PAUSE);
  };
  const listeners = vscode.Disposable.from(models.onChanged(soon), composer.onChanged(soon));
  return {
    messages: {
      fitChoice: ({ notice, choice }) => fit.choose(notice, choice),
    },
    state: () => ({ budget: budgetView(services) }),
    pageStarted: (page) => ui.postTo(page, { type: 'fit', ...(fit.view && { fit: fit.view }) }),
    dispose: () => {
      clearTimeout(timer);
      listeners.dispose();
    },
  } satisfies Feature;
}

/** What the composer holds now, in tokens, if it were sent as it is. */
export function budgetOf({ conversations, composer, models, meter }: BudgetSources): Budget {
  const model = models.current;
  return meter.estimate(composer.draft, composer.attachments, {
    ...conversations.current.conversation,
    model,
    contextWindow: models.contextWindow(model),
  });
}

/** The same as the panel draws it. */
function budgetView(sources: BudgetSources): BudgetView {
  const { question, attachments, history, total, contextWindow, error } = budgetOf(sources);
  const names = new Map(sources.composer.attachments.map(({ id, path }) => [id, path]));
  return {
    question,
    attachments: attachments.map(({ id, tokens }) => ({ name: names.get(id) ?? '', tokens })),
    history,
    total,
    ...defined({ contextWindow, error }),
  };
}
