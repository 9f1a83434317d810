const LINE_END = /\r\n|\r|\n/g;

/**
 * Splits text that arrives in pieces into lines, which end in LF, CR or CRLF (HTML standard, section 9.2.6). A CRLF may
 * itself be split over two pieces: the CR completes the line, and a following LF is skipped.
 */
export class LineSplitter {
  /** Pieces of the incomplete line. Joined once, at its end, so that the cost stays linear. */
  #pieces: string[] = [];
  #piecesLength = 0;
  #skipLineFeed = false;

  /** Length of the incomplete line. */
  get pendingChars(): number {
    return this.#piecesLength;
  }

  /** Returns the lines that this piece completes, without their line ends. */
  push(text: string): string[] {
    if (text === '') {
      return [];
    }
    const lines: string[] = [];
    let from = this.#skipLineFeed && text.startsWith('\n') ? 1 : 0;
    this.#skipLineFeed = text.endsWith('\r');
    LINE_END.lastIndex = from;
    for (let end = LINE_END.exec(text); end; end = LINE_END.exec(text)) {
      this.#pieces.push(text.slice(from, end.index));
      lines.push(this.#takeLine());
      from = LINE_END.lastIndex;
    }
    if (from < text.length) {
      this.#pieces.push(text.slice(from));
      this.#piecesLength += text.length - from;
    }
    return lines;
  }

  /** Returns the text after the last line end. */
  flush(): string {
    return this.#takeLine();
  }

  #takeLine(): string {
    const line = this.#pieces.join('');
    this.#pieces = [];
    this.#piecesLength = 0;
    return line;
  }
}
