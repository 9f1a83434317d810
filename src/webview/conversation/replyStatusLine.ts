import { formatTokens } from '../../core/contextWindow/formatTokens.ts';
import type { AssistantTurnView } from '../../protocol/conversation.ts';
import type { PanelStrings } from '../../protocol/strings.ts';
import { element } from '../dom.ts';
import { formatString, formatTime } from '../format.ts';
import { icon } from '../icons.ts';
import { visibleNodes } from '../visibleNodes.ts';
import { formatReplyProgress, ReplyClock } from './replyProgress.ts';

export function isUnfinished({ status }: AssistantTurnView): boolean {
  return status === 'waiting' || status === 'streaming';
}

/** The line under a reply: progress while it runs, then its model, tokens and time. */
export class ReplyStatusLine {
  readonly element = element('div', 'meta');
  readonly #strings: PanelStrings;
  readonly #clock = new ReplyClock();
  #ticking: number | undefined;

  constructor(strings: PanelStrings) {
    this.#strings = strings;
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
      this.element.replaceChildren(...this.#createDetails(turn));
    }
  }

  dispose(): void {
    clearTimeout(this.#ticking);
  }

  #showRunning(turn: AssistantTurnView): void {
    const { text, isDelayed, nextChangeMs } = formatReplyProgress(turn, this.#clock.times, this.#strings);
    this.element.replaceChildren(element('span', '', ...(isDelayed ? [icon('clockface'), ' '] : []), text));
    this.#ticking = window.setTimeout(() => this.#showRunning(turn), Math.ceil(nextChangeMs));
  }

  #createDetails(turn: AssistantTurnView): HTMLElement[] {
    const { stopped, tokensIn, tokensOut } = this.#strings;
    const at = turn.endedAt ?? turn.startedAt;
    const time = element('time', '', formatTime(at));
    time.dateTime = new Date(at).toISOString();
    const texts = [
      turn.inputTokens === undefined ? '' : formatString(tokensIn, formatTokens(turn.inputTokens)),
      turn.outputTokens === undefined ? '' : formatString(tokensOut, formatTokens(turn.outputTokens)),
    ].filter((text) => text !== '');
    return [
      ...(turn.status === 'stopped' ? [element('span', '', stopped)] : []),
      ...(turn.model === '' ? [] : [element('span', '', ...visibleNodes(turn.model, this.#strings))]),
      ...texts.map((text) => element('span', '', text)),
      time,
    ];
  }
}
