import { type GrammarState, Grammars } from './grammars.ts';
import type { ColouredLine, FromWorker, ToWorker } from './messages.ts';

/** After this long what was coloured is told, and what is new is heard. ms */
const SLICE_MS = 12;

interface OpenBlock {
  /** Not coloured yet, or not for good: at the end of it a line may go on. */
  text: string;
  /** Whether some of the text was never coloured. */
  isWaiting: boolean;
  /** The lines that are coloured for good, and the grammar's state after them. */
  line: number;
  state: GrammarState;
}

/** Colours the code of blocks line by line, the blocks in turn. The same code always looks the same. */
export class CodeQueue {
  readonly #post: (message: FromWorker) => void;
  readonly #grammars = new Grammars();
  readonly #blocks = new Map<number, OpenBlock>();

  constructor(post: (message: FromWorker) => void) {
    this.#post = post;
  }

  take(message: ToWorker): void {
    switch (message.type) {
      case 'theme':
        this.#blocks.clear();
        this.#grammars.setTheme(message.rules);
        break;
      case 'grammar':
        this.#grammars.add(message.language, message.scopeName, message.files);
        break;
      case 'open':
        this.#blocks.set(message.block, {
          text: '',
          isWaiting: false,
          line: 0,
          state: this.#grammars.begin(message.language),
        });
        break;
      case 'code': {
        const block = this.#blocks.get(message.block);
        if (block !== undefined) {
          block.text += message.text;
          block.isWaiting = true;
        }
        break;
      }
      case 'close':
        this.#blocks.delete(message.block);
        break;
    }
  }

  /** Works for about a slice, on a clock in ms; whether there is more to do. */
  work(now: () => number): boolean {
    const end = now() + SLICE_MS;
    for (const [number, block] of this.#blocks) {
      if (block.isWaiting) {
        this.#colour(number, block, () => now() < end);
        // To the end of the queue.
        this.#blocks.delete(number);
        this.#blocks.set(number, block);
        if (now() >= end) {
          break;
        }
      }
    }
    return [...this.#blocks.values()].some(({ isWaiting }) => isWaiting);
  }

  #colour(number: number, block: OpenBlock, isTime: () => boolean): void {
    const first = block.line;
    const lines: ColouredLine[] = [];
    do {
      const lineEnd = block.text.indexOf('\n');
      const text = lineEnd < 0 ? block.text : block.text.slice(0, lineEnd);
      const { line, state } = this.#grammars.colour(text, block.state);
      lines.push(line);
      if (lineEnd < 0) {
        block.isWaiting = false;
      } else {
        block.text = block.text.slice(lineEnd + 1);
        block.state = state;
        block.line++;
      }
    } while (block.isWaiting && isTime());
    this.#post({
      block: number,
      line: first,
      lines,
      styles: this.#grammars.styles,
      isLast: !block.isWaiting,
    });
  }
}
