import { formatTokens } from '../core/tokens.ts';
import type { PanelStrings } from '../protocol/strings.ts';
import type { AssistantTurnView as AssistantTurn } from '../protocol/views.ts';
import { element } from './dom.ts';
import { fill, formatTime } from './format.ts';

const SECOND_MS = 1000;

/** Whether the reply has not come to its end. */
export function isRunning({ status }: AssistantTurn): boolean {
  return status === 'waiting' || status === 'streaming';
}

/** The line under a reply: how long it has been running, then which model, how many tokens and when. */
export class ReplyMeta {
  readonly element = element('div', 'meta');
  readonly #strings: PanelStrings;
  #ticking: number | undefined;

  constructor(strings: PanelStrings) {
    this.#strings = strings;
    // The seconds are for the eye: read out, they would never stop.
    this.element.setAttribute('aria-live', 'off');
  }

  show(turn: AssistantTurn): void {
    this.dispose();
    if (isRunning(turn)) {
      this.#showElapsed(turn);
      this.#ticking = window.setInterval(() => this.#showElapsed(turn), SECOND_MS);
    } else {
      this.element.replaceChildren(...this.#facts(turn));
    }
  }

  dispose(): void {
    clearInterval(this.#ticking);
  }

  #showElapsed({ status, startedAt }: AssistantTurn): void {
    const { waiting, writing, seconds } = this.#strings;
    const elapsed = Math.max(0, Math.floor((Date.now() - startedAt) / SECOND_MS));
    const text = fill(status === 'waiting' ? waiting : writing, fill(seconds, elapsed));
    this.element.replaceChildren(element('span', '', text));
  }

  #facts(turn: AssistantTurn): HTMLElement[] {
    const { stopped, tokensIn, tokensOut } = this.#strings;
    const at = turn.endedAt ?? turn.startedAt;
    const time = element('time', '', formatTime(at));
    time.dateTime = new Date(at).toISOString();
    const texts = [
      turn.status === 'stopped' ? stopped : '',
      turn.model,
      turn.inputTokens === undefined ? '' : fill(tokensIn, formatTokens(turn.inputTokens)),
      turn.outputTokens === undefined ? '' : fill(tokensOut, formatTokens(turn.outputTokens)),
    ].filter((text) => text !== '');
    return [...texts.map((text) => element('span', '', text)), time];
  }
}
