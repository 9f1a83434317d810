import type { ReadingView } from '../../protocol/views.ts';
import { element } from '../dom.ts';
import { SpokenReply } from './spokenReply.ts';

/** How long sentences are collected: words that come one by one would interrupt each other. ms */
const BETWEEN = 500;
/**
 * How long a line is kept: a screen reader takes it as it is added, and would meet it once more where it goes through the
 * page. ms
 */
export const KEPT_MS = 5000;

/** The one place from which a screen reader is told what happens: states of a reply, and its sentences. */
export class Announcer {
  readonly element = element('div', 'announcements visually-hidden');
  verbosity: ReadingView['announce'] = 'sentences';
  readonly #replies = new Map<string, SpokenReply>();
  #timer: number | undefined;

  constructor() {
    this.element.ariaLive = 'polite';
    this.element.setAttribute('aria-relevant', 'additions');
  }

  say(text: string): void {
    if (text !== '') {
      const line = element('div', '', text);
      this.element.append(line);
      window.setTimeout(() => line.remove(), KEPT_MS);
    }
  }

  /**
   * A reply runs: what comes from now on is read out.
   * @param markdown the element with its text
   */
  begin(turnId: string, markdown: Element): void {
    if (!this.#replies.has(turnId)) {
      const reply = new SpokenReply(markdown);
      reply.next(false);
      this.#replies.set(turnId, reply);
    }
  }

  /** The text of a reply grew. */
  grew(): void {
    if (this.verbosity === 'sentences') {
      this.#timer ??= window.setTimeout(() => {
        this.#timer = undefined;
        for (const reply of this.#replies.values()) {
          this.#speak(reply, false);
        }
      }, BETWEEN);
    }
  }

  /** The reply came to its end: what was not read of it is. */
  end(turnId: string): void {
    const reply = this.#replies.get(turnId);
    this.#replies.delete(turnId);
    if (reply !== undefined && this.verbosity !== 'off') {
      this.#speak(reply, true);
    }
  }

  /** The turns are shown anew: nobody waits for the end of those sentences. */
  forget(): void {
    this.#replies.clear();
  }

  /** Another conversation is shown: what was said is of none of its turns. */
  clear(): void {
    this.element.replaceChildren();
  }

  #speak(reply: SpokenReply, isEnd: boolean): void {
    for (const text of reply.next(isEnd)) {
      this.say(text);
    }
  }
}
