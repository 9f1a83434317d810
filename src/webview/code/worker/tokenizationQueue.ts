import type { FromWorker, LineTokens, ToWorker } from './messages.ts';
import { TextMateTokenizer, type TokenizerState } from './textMateTokenizer.ts';

/** Duration of a slice, in ms. Between slices, results are posted and messages received. */
const SLICE_MS = 12;

interface OpenBlock {
  /** Text that still has to be tokenized, including an incomplete last line, which is tokenized again as it grows. */
  text: string;
  /** Whether some of the text was never tokenized. */
  isPending: boolean;
  /** Number of complete lines that are tokenized; `state` is the grammar's state after them. */
  line: number;
  state: TokenizerState;
}

/** Tokenizes blocks line by line in round-robin order. Colors don't depend on how the code is split into messages. */
export class TokenizationQueue {
  readonly #post: (message: FromWorker) => void;
  readonly #grammars = new TextMateTokenizer();
  readonly #blocks = new Map<number, OpenBlock>();

  constructor(post: (message: FromWorker) => void) {
    this.#post = post;
  }

  handleMessage(message: ToWorker): void {
    switch (message.type) {
      case 'theme':
        this.#blocks.clear();
        this.#grammars.setTheme(message.rules);
        break;
      case 'grammar':
        this.#grammars.addGrammar(message.language, message.scopeName, message.files);
        break;
      case 'open':
        this.#blocks.set(message.block, {
          text: '',
          isPending: false,
          line: 0,
          state: this.#grammars.initialState(message.language),
        });
        break;
      case 'code': {
        const block = this.#blocks.get(message.block);
        if (block !== undefined) {
          block.text += message.text;
          block.isPending = true;
        }
        break;
      }
      case 'close':
        this.#blocks.delete(message.block);
        break;
    }
  }

  /**
   * Works for about `SLICE_MS`. Returns whether there is more to do.
   * @param now clock in ms
   */
  runSlice(now: () => number): boolean {
    const end = now() + SLICE_MS;
    for (const [number, block] of this.#blocks) {
      if (block.isPending) {
        this.#tokenizeBlock(number, block, () => now() < end);
        // Moves the block to the end of the queue.
        this.#blocks.delete(number);
        this.#blocks.set(number, block);
        if (now() >= end) {
          break;
        }
      }
    }
    return [...this.#blocks.values()].some(({ isPending }) => isPending);
  }

  #tokenizeBlock(number: number, block: OpenBlock, hasTime: () => boolean): void {
    const first = block.line;
    const lines: LineTokens[] = [];
    do {
      const lineEnd = block.text.indexOf('\n');
      const text = lineEnd < 0 ? block.text : block.text.slice(0, lineEnd);
      const { line, state } = this.#grammars.tokenizeLine(text, block.state);
      lines.push(line);
      if (lineEnd < 0) {
        block.isPending = false;
      } else {
        block.text = block.text.slice(lineEnd + 1);
        block.state = state;
        block.line++;
      }
    } while (block.isPending && hasTime());
    this.#post({
      block: number,
      firstLine: first,
      lines,
      styles: this.#grammars.styles,
      isUpToDate: !block.isPending,
    });
  }
}
