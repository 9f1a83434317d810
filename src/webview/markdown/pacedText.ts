import { characterEnd } from '../../base/characterEnd.ts';
import { unfinishedMarkupLength } from '../../core/markdown/unfinishedMarkup.ts';
import { frameQueue } from '../frameQueue.ts';

/** Maximum length of a piece, in UTF-16 code units: few enough to draw and lay out in a fraction of a frame. */
const MAX_PIECE_CHARS = 1000;

interface PacedTextOptions {
  /** Shows the next piece. */
  draw(piece: string): void;
  /** Called before pieces are drawn in a later frame than they were added in. */
  onWillDraw(): void;
  /** Called when pieces have been drawn in a later frame than they were added in. */
  onDidDraw(): void;
}

/**
 * The text of a reply that is drawn in pieces: at once as much as fits into the frame, the rest in the next frames. While it
 * grows, a half-written tag or marker at its end waits until it is complete.
 */
export class PacedText {
  readonly #options: PacedTextOptions;
  readonly #drawNext = (): boolean => this.#drawPiece();
  isGrowing = false;
  #shown = '';
  #waiting = '';
  /** Whether the call that adds the text is still running. */
  #isAdding = false;

  constructor(options: PacedTextOptions) {
    this.#options = options;
  }

  /** The text that has been drawn. */
  get shown(): string {
    return this.#shown;
  }

  /** Whether nothing waits for another frame. */
  get isDrawn(): boolean {
    return this.#drawableLength === 0;
  }

  /** @param text starts with what is shown */
  update(text: string): void {
    this.#waiting = text.slice(this.#shown.length);
    this.#start();
  }

  append(added: string): void {
    this.#waiting += added;
    this.#start();
  }

  /** Draws the text again from its beginning, after what is shown was removed. */
  restart(): void {
    this.#waiting = this.#shown + this.#waiting;
    this.#shown = '';
  }

  #start(): void {
    this.#isAdding = true;
    try {
      if (!this.isDrawn) {
        frameQueue.add(this.#drawNext);
      }
    } finally {
      this.#isAdding = false;
    }
  }

  get #drawableLength(): number {
    return this.#waiting.length - (this.isGrowing ? unfinishedMarkupLength(this.#waiting) : 0);
  }

  /** Returns whether there are more pieces. */
  #drawPiece(): boolean {
    const length = pieceLength(this.#waiting, this.#drawableLength);
    if (length === 0) {
      return false;
    }
    if (!this.#isAdding) {
      this.#options.onWillDraw();
    }
    const piece = this.#waiting.slice(0, length);
    this.#waiting = this.#waiting.slice(length);
    this.#shown += piece;
    this.#options.draw(piece);
    if (!this.#isAdding) {
      this.#options.onDidDraw();
    }
    return !this.isDrawn;
  }
}

/** Length of the next piece: whole lines, if they are not too long. */
function pieceLength(text: string, available: number): number {
  return available <= MAX_PIECE_CHARS
    ? available
    : text.lastIndexOf('\n', MAX_PIECE_CHARS - 1) + 1 || characterEnd(text, MAX_PIECE_CHARS);
}
