import type { ReadingSettings } from '../../protocol/panel.ts';
import { element, isInline } from '../dom.ts';
import { topLevelBlocksIn } from '../markdown/blockParts.ts';

/** How long sentences are collected: words that come one by one would interrupt each other. ms */
const THROTTLE_MS = 500;
/**
 * How long a line is kept: a screen reader takes it as it is added, and would meet it once more where it goes through the
 * page. ms
 */
export const ANNOUNCEMENT_TTL_MS = 5000;

/** The one place from which a screen reader is told what happens: states of a reply, and its sentences. */
export class Announcer {
  readonly element = element('div', 'announcements visually-hidden');
  verbosity: ReadingSettings['announce'] = 'sentences';
  readonly #replies = new Map<string, SpokenReply>();
  #timer: number | undefined;

  constructor() {
    this.element.ariaLive = 'polite';
    this.element.setAttribute('aria-relevant', 'additions');
  }

  announce(text: string): void {
    if (text !== '') {
      const line = element('div', '', text);
      this.element.append(line);
      window.setTimeout(() => line.remove(), ANNOUNCEMENT_TTL_MS);
    }
  }

  /**
   * A reply runs: what comes from now on is read out.
   * @param markdown the element with its text
   */
  startReply(turnId: string, markdown: Element): void {
    if (!this.#replies.has(turnId)) {
      const reply = new SpokenReply(markdown);
      reply.nextSentences(false);
      this.#replies.set(turnId, reply);
    }
  }

  /** The text of a reply grew. */
  onReplyGrew(): void {
    if (this.verbosity === 'sentences') {
      this.#timer ??= window.setTimeout(() => {
        this.#timer = undefined;
        for (const reply of this.#replies.values()) {
          this.#speak(reply, false);
        }
      }, THROTTLE_MS);
    }
  }

  /** The reply came to its end: what was not read of it is. */
  endReply(turnId: string): void {
    const reply = this.#replies.get(turnId);
    this.#replies.delete(turnId);
    if (reply !== undefined && this.verbosity !== 'off') {
      this.#speak(reply, true);
    }
  }

  /** The turns are shown anew: nobody waits for the end of those sentences. */
  cancelReplies(): void {
    this.#replies.clear();
  }

  /** Another conversation is shown: what was said is of none of its turns. */
  clear(): void {
    this.element.replaceChildren();
  }

  #speak(reply: SpokenReply, isEnd: boolean): void {
    for (const text of reply.nextSentences(isEnd)) {
      this.announce(text);
    }
  }
}

/** What a screen reader is told of a reply, sentence by sentence as it grows, each once. */
class SpokenReply {
  readonly #markdown: Element;
  readonly #sentences = new Intl.Segmenter(document.documentElement.lang || undefined, {
    granularity: 'sentence',
  });
  /** Which block comes next, and how many characters of it were given already. */
  #block = 0;
  #spokenChars = 0;

  /** @param markdown the element with the blocks of the reply */
  constructor(markdown: Element) {
    this.#markdown = markdown;
  }

  /** The sentences that are complete and were not given yet; at the end of the reply all that is left. */
  nextSentences(isEnd: boolean): string[] {
    const found: string[] = [];
    const blocks = topLevelBlocksIn(this.#markdown);
    for (let block = blocks[this.#block]; block !== undefined; block = blocks[this.#block]) {
      const isGrowing = !isEnd && this.#block === blocks.length - 1;
      const text = isGrowing ? this.#completeIn(block) : spokenText(block).slice(this.#spokenChars);
      found.push(text.trim());
      if (isGrowing) {
        this.#spokenChars += text.length;
        break;
      }
      this.#block += 1;
      this.#spokenChars = 0;
    }
    return found.filter((text) => text !== '');
  }

  /** Up to the last end of a sentence; the one after it may still grow. Of code, which has none, nothing. */
  #completeIn(block: Element): string {
    const rest = block.matches('.code') ? '' : spokenText(block).slice(this.#spokenChars);
    const last = [...this.#sentences.segment(rest)].at(-1);
    return last === undefined ? '' : rest.slice(0, last.index);
  }
}

/**
 * Text as it is drawn, a line for each block in it; a code block by its name alone, since nobody can follow code, and the
 * box of a task by whether it is done.
 */
function spokenText(block: Element): string {
  if (block.matches('.code')) {
    return block.querySelector('[role=toolbar]')?.ariaLabel ?? '';
  }
  const lines = [''];
  for (const node of block.childNodes) {
    if (node instanceof Text || isInline(node)) {
      lines.push(`${lines.pop() ?? ''}${node.textContent ?? ''}`);
    } else if (node instanceof HTMLInputElement) {
      lines.push(`${lines.pop() ?? ''}${node.ariaLabel ?? ''}: `);
    } else if (node instanceof Element) {
      lines.push(spokenText(node), '');
    }
  }
  return lines.filter((line) => line.trim() !== '').join('\n');
}
