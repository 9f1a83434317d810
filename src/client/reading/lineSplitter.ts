const LINE_END = /\r\n|\r|\n/g;

/**
 * Cuts text that comes in pieces into lines, which end in LF, CR or CRLF (HTML standard, 9.2.6). A CRLF may
 * itself be cut in two: the line is complete with its CR, and an LF that comes next belongs to it.
 */
export class LineSplitter {
  /** The pieces of the line that has not ended. Joined once, at its end, so that cost stays linear. */
  #pieces: string[] = [];
  #piecesLength = 0;
  #skipLineFeed = false;

  /** Characters of the line that has not ended. */
  get pendingChars(): number {
    return this.#piecesLength;
  }

  /** The lines that this piece completes, without their ends. */
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

  /** What came after the last line end. */
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
