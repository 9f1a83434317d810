const RUNS_OF_BACKTICKS = /`+/g;

/** Code in a fence that nothing inside it can close: longer than any run of backticks in the code. */
export function fenced(code: string, languageId: string): string {
  const longest = (code.match(RUNS_OF_BACKTICKS) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longest + 1));
  const lastLineEnd = code.endsWith('\n') ? '' : '\n';
  return `${fence}${languageId}\n${code}${lastLineEnd}${fence}`;
}

const FENCE_LINE = /^[ \t>]*(`{3,}|~{3,})(.*)$/;

/** Whether a line opens or closes a fence, within a list or a quotation too. */
export function isFence(line: string): boolean {
  return FENCE_LINE.test(line);
}

/** The line that opens a fence, taken apart. */
export interface OpenFence {
  line: string;
  marker: string;
  info: string;
}

/** Reads a text line by line, and knows whether it is in a fence. */
export class FenceReader {
  #open: OpenFence | undefined;

  /** The fence that is open behind the lines so far. */
  get open(): OpenFence | undefined {
    return this.#open;
  }

  take(line: string): void {
    const [, marker, after = ''] = FENCE_LINE.exec(line) ?? [];
    const info = after.trim();
    if (marker !== undefined && this.#open === undefined) {
      this.#open = { line, marker, info };
    } else if (this.#open !== undefined && marker?.startsWith(this.#open.marker) && info === '') {
      this.#open = undefined;
    }
  }
}

/** The fence in which a text ends; a last line without an end does not count, since it may go on. */
export function openFence(text: string): OpenFence | undefined {
  const reader = new FenceReader();
  for (const line of text.split('\n').slice(0, -1)) {
    reader.take(line);
  }
  return reader.open;
}
