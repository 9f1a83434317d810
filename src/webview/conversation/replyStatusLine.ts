import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import { visibleText } from '../../core/visibleText.ts';
import type { AssistantTurnView } from '../../protocol/conversation.ts';
import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { createNotice } from '../failures/turnNotice.ts';
import { formatDayOrTime, formatDuration, formatPlural, formatTime } from '../format.ts';
import { t } from '../l10n.ts';
import { nameOnOneLine } from '../markedText.ts';
import { showTooltip } from '../tooltip.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { formatReplyProgress, ReplyClock, type ReplyProgress } from './replyProgress.ts';

export function isUnfinished({ status }: AssistantTurnView): boolean {
  return status === 'waiting' || status === 'streaming';
}

/** The line under a reply: progress while it runs, then its model, tokens and time. */
export class ReplyStatusLine {
  readonly element = element('div', 'meta');
  readonly #deps: ViewDeps;
  readonly #clock = new ReplyClock();
  #ticking: number | undefined;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
    // A screen reader would read out every second.
    this.element.setAttribute('aria-live', 'off');
  }

  /** Call when text has arrived. A stall message disappears with the next tick. */
  onText(): void {
    this.#clock.onText();
  }

  show(turn: AssistantTurnView): void {
    this.dispose();
    if (isUnfinished(turn)) {
      this.#clock.update(turn);
      this.#showRunning(turn);
    } else {
      this.element.replaceChildren(createDetails(turn));
    }
  }

  dispose(): void {
    clearTimeout(this.#ticking);
  }

  #showRunning(turn: AssistantTurnView): void {
    const progress = formatReplyProgress(turn, this.#clock.times);
    if (progress.isDelayed) {
      this.#showWait(progress, turn.isInOtherWindow !== true);
    } else {
      this.element.replaceChildren(element('span', '', progress.text));
    }
    this.#ticking = window.setTimeout(() => this.#showRunning(turn), Math.ceil(progress.nextChangeMs));
  }

  /** Shows a wait as a notice with Cancel, which keeps its node and thus the focus while the time changes. */
  #showWait({ text }: ReplyProgress, canCancel: boolean): void {
    const shown = this.element.querySelector('.wait-text');
    if (shown !== null) {
      shown.textContent = text;
      return;
    }
    const parts = [element('div', 'notice-text wait-text', text)];
    if (canCancel) {
      const cancel = button('text-button secondary', t('Cancel'));
      cancel.addEventListener('click', () => this.#deps.host.post({ type: 'stop' }));
      parts.push(element('div', 'notice-actions', cancel));
    }
    this.element.replaceChildren(createNotice('warning', 'clockface', parts));
  }
}

/**
 * The details of a reply that has ended, on one line. It is a button, so that the keyboard gets the tooltip, which has
 * all figures with their units. A click shows the tooltip at once.
 */
function createDetails(turn: AssistantTurnView): HTMLElement {
  const { inputTokens, outputTokens } = turn;
  const at = turn.endedAt ?? turn.startedAt;
  const time = element('time', '', formatDayOrTime(at));
  time.dateTime = new Date(at).toISOString();
  const details = button(
    'reply-details',
    ...(turn.model === '' ? [] : [createModelName(turn.model)]),
    ...(inputTokens === undefined && outputTokens === undefined
      ? []
      : [element('span', '', formatTokens((inputTokens ?? 0) + (outputTokens ?? 0)))]),
    time,
  );
  details.title = formatAll(turn);
  details.addEventListener('click', () => showTooltip(details));
  return details;
}

/** Without the prefix that the service's own models share. */
function createModelName(model: string): HTMLElement {
  const name = nameOnOneLine(model.replace(/^assistant-(?=.)/, ''), []);
  name.classList.add('model-of-reply');
  return name;
}

function formatAll(turn: AssistantTurnView): string {
  const { model, inputTokens, outputTokens, startedAt, endedAt, elapsedMs } = turn;
  return [
    visibleText(model),
    ...(inputTokens === undefined ? [] : [formatPlural(inputTokens, t('1 token in'), t('{0} tokens in'))]),
    ...(outputTokens === undefined
      ? []
      : [formatPlural(outputTokens, t('1 token out'), t('{0} tokens out'))]),
    formatTime(endedAt ?? startedAt),
    ...(endedAt === undefined || elapsedMs === undefined
      ? []
      : [t('Took {0}', formatDuration(Math.round(elapsedMs / 1000)))]),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
