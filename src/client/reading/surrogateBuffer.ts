/**
 * Text that comes in pieces, without half characters: one that needs two UTF-16 units may have been cut between
 * them, and a half is neither shown nor written by anything that UTF-8 is part of. The first half waits for the
 * second. A half that never had another becomes U+FFFD, as bytes do that are no UTF-8.
 */
export class SurrogateBuffer {
  #highSurrogate = '';

  /** This piece, begun by the half that waited, and without the half that it ends in. */
  push(text: string): string {
    const joined = this.#highSurrogate + text;
    const end = isHighSurrogate(joined.charCodeAt(joined.length - 1)) ? joined.length - 1 : joined.length;
    this.#highSurrogate = joined.slice(end);
    return joined.slice(0, end).replace(/\p{Surrogate}/gu, '\ufffd');
  }

  /** What stands for a half whose other half will not come. */
  flush(): string {
    const rest = this.#highSurrogate === '' ? '' : '\ufffd';
    this.#highSurrogate = '';
    return rest;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
