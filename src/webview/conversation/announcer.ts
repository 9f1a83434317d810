import type { ReadingSettings } from '../../protocol/panel.ts';
import { element, isInline } from '../dom.ts';
import { notesIn, topLevelBlocksIn } from '../markdown/blockParts.ts';
import { formulaSourceOf } from '../markdown/formulaRenderer.ts';

/** Time for which sentences are collected, in ms. Single words would interrupt each other. */
const THROTTLE_MS = 500;
/**
 * Time after which a line is removed, in ms. A screen reader reads it when it is added, and would find it again when the
 * user moves through the page.
 */
export const ANNOUNCEMENT_TTL_MS = 5000;

/** Maximum number of lines that are added at once: the browser restyles all of them with each that is added or removed. */
const MAX_LINES = 50;

/**
 * The only live regions for replies: announce their states and their sentences. What was spoken is kept for each reply, so
 * that a repeated message speaks nothing twice. They are in no part of the page that is ever hidden.
 */
export class Announcer {
  readonly #lines = createLiveRegion('polite');
  /** Interrupts what is being spoken. */
  readonly #alerts = createLiveRegion('assertive');
  readonly elements = [this.#lines, this.#alerts];
  verbosity: ReadingSettings['announce'] = 'sentences';
  readonly #replies = new Map<string, SpokenReply>();
  #timer: number | undefined;

  announce(text: string): void {
    addLine(this.#lines, text);
  }

  /** Announces a failure at once. */
  alert(text: string): void {
    addLine(this.#alerts, text);
  }

  /**
   * Reads out text of this reply that arrives from now on.
   * @param markdown element with the reply's text
   */
  startReply(turnId: string, markdown: Element): void {
    if (!this.#replies.has(turnId)) {
      const reply = new SpokenReply(markdown);
      reply.nextSentences(false);
      this.#replies.set(turnId, reply);
    }
  }

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

  /** Reads out the rest of a reply that ended. */
  endReply(turnId: string): void {
    const reply = this.#replies.get(turnId);
    this.#replies.delete(turnId);
    if (reply !== undefined && this.verbosity !== 'off') {
      this.#speak(reply, true);
    }
  }

  /** Removes all lines, and reads out no more of the replies. Called when another conversation is shown. */
  clear(): void {
    this.#replies.clear();
    this.#lines.replaceChildren();
    this.#alerts.replaceChildren();
  }

  #speak(reply: SpokenReply, isEnd: boolean): void {
    const sentences = reply.nextSentences(isEnd);
    for (const text of sentences.length > MAX_LINES ? [sentences.join('\n')] : sentences) {
      this.announce(text);
    }
  }
}

function createLiveRegion(urgency: 'polite' | 'assertive'): HTMLElement {
  const region = element('div', 'announcements visually-hidden');
  region.ariaLive = urgency;
  region.setAttribute('aria-relevant', 'additions');
  return region;
}

function addLine(region: HTMLElement, text: string): void {
  if (text !== '') {
    const line = element('div', '', text);
    region.append(line);
    window.setTimeout(() => line.remove(), ANNOUNCEMENT_TTL_MS);
  }
}

/** Splits a growing reply into sentences for a screen reader and returns each once. */
class SpokenReply {
  readonly #markdown: Element;
  readonly #sentences = new Intl.Segmenter(document.documentElement.lang || undefined, {
    granularity: 'sentence',
  });
  /** Index of the next block; `#spokenChars` is how much of it was returned, in UTF-16 code units. */
  #block = 0;
  #spokenChars = 0;

  /** @param markdown element with the blocks of the reply */
  constructor(markdown: Element) {
    this.#markdown = markdown;
  }

  /** Returns new complete sentences or, at the end of the reply, all remaining text. */
  nextSentences(isEnd: boolean): string[] {
    const sentences: string[] = [];
    const notes = isEnd ? notesIn(this.#markdown) : null;
    const blocks = [...topLevelBlocksIn(this.#markdown), ...(notes === null ? [] : [notes])];
    for (let block = blocks[this.#block]; block !== undefined; block = blocks[this.#block]) {
      const isGrowing = !isEnd && this.#block === blocks.length - 1;
      const text = isGrowing ? this.#completeIn(block) : spokenText(block).slice(this.#spokenChars);
      sentences.push(text.trim());
      if (isGrowing) {
        this.#spokenChars += text.length;
        break;
      }
      this.#block += 1;
      this.#spokenChars = 0;
    }
    return sentences.filter((text) => text !== '');
  }

  /** New text without its last sentence, which may still grow. Empty for code that is not rendered. */
  #completeIn(block: Element): string {
    const rest = block.matches('.code:not(.rendered)') ? '' : spokenText(block).slice(this.#spokenChars);
    const last = [...this.#sentences.segment(rest)].at(-1);
    return last === undefined ? '' : rest.slice(0, last.index);
  }
}

/**
 * Text as rendered, one line per nested block. Code blocks contribute only their label, since spoken code is hard to
 * follow, unless they are rendered, and task checkboxes their state.
 */
function spokenText(block: Element): string {
  if (block.matches('.code')) {
    const label = block.querySelector('[role=toolbar]')?.ariaLabel ?? '';
    const rendered = block.matches('.rendered') ? block.querySelector('.markdown') : null;
    return rendered === null ? label : `${label}\n${spokenText(rendered)}`;
  }
  const lines = [''];
  for (const node of block.childNodes) {
    // Without the content of closed details.
    if (block.matches('details:not([open])') && node.nodeName !== 'SUMMARY') {
      continue;
    }
    if (node instanceof Text || isInline(node)) {
      lines.push(`${lines.pop() ?? ''}${spokenInline(node)}`);
    } else if (node instanceof HTMLInputElement) {
      lines.push(`${lines.pop() ?? ''}${node.ariaLabel ?? ''}: `);
    } else if (node instanceof Element) {
      lines.push(spokenText(node), '');
    }
  }
  return lines.filter((line) => line.trim() !== '').join('\n');
}

/** Text of inline content. A formula is read as its source, since that is the same before and after it is drawn. */
function spokenInline(node: Node): string {
  return (
    formulaSourceOf(node) ??
    (node.hasChildNodes() ? [...node.childNodes].map(spokenInline).join('') : (node.textContent ?? ''))
  );
}
