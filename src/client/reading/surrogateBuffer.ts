import { characterEnd } from '../../base/characterEnd.ts';

/**
 * Keeps surrogate pairs together in text that arrives in pieces, since an unpaired surrogate can't be shown or encoded
 * in UTF-8. A trailing high surrogate is held back until the next piece. An unpaired surrogate becomes U+FFFD, as
 * invalid UTF-8 does.
 */
export class SurrogateBuffer {
  #highSurrogate = '';

  /** Returns the piece, preceded by the pending surrogate and without a trailing high surrogate. */
  push(text: string): string {
    const joined = this.#highSurrogate + text;
    const end = characterEnd(joined, joined.length);
    this.#highSurrogate = joined.slice(end);
    return joined.slice(0, end).toWellFormed();
  }

  /** Returns U+FFFD if a surrogate is pending. */
  flush(): string {
    const rest = this.#highSurrogate === '' ? '' : '\ufffd';
    this.#highSurrogate = '';
    return rest;
  }
}
