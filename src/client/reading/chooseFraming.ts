import { describePage } from '../failures/webPage.ts';
import type { Frame, Framing } from './frame.ts';
import { LineFraming } from './lineFraming.ts';

/**
 * Chooses by the first character that is not white space. The `Content-Type` is ignored, since services often send a
 * wrong one.
 */
export function chooseFraming(firstCharacter: string): Framing {
  return firstCharacter === '<' ? new PageFraming() : new LineFraming();
}

/** Length of the part of a page that is searched for its title. */
const MAX_TITLE_SEARCH_CHARS = 16_384;

/** A web page, of which only the title is read. */
class PageFraming implements Framing {
  readonly layout = undefined;
  #beginning = '';

  get pendingChars(): number {
    return this.#beginning.length;
  }

  push(text: string): Frame[] {
    this.#beginning += text;
    return this.#beginning.length < MAX_TITLE_SEARCH_CHARS ? [] : this.end();
  }

  end(): Frame[] {
    return [{ type: 'unreadable', kind: 'webPage', detail: describePage(this.#beginning) }];
  }
}
