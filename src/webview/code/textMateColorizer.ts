import { MAX_LANGUAGE_CHARS, type TokenRule } from '../../protocol/code.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { frameQueue } from '../frameQueue.ts';
import type { Host } from '../host.ts';
import type { CodeColorizer, ColorizedCode } from '../viewDeps.ts';
import { TokenizationWorker } from './tokenizationWorker.ts';
import type { FromWorker } from './worker/messages.ts';

type GrammarMessage = Extract<ToPanel, { type: 'grammar' }>;

/**
 * Colors code as the editor does: gets grammars and theme from the host, tokenizes the code in a worker and passes
 * the colors to the blocks. Only blocks in or near the viewport are colored.
 */
export class TextMateColorizer implements CodeColorizer {
  readonly messages = {
    grammar: (grammar) => this.#addGrammar(grammar),
    codeTheme: ({ rules }) => this.#setTheme(rules),
  } satisfies CodeColorizer['messages'];
  readonly #host: Host;
  readonly #worker: TokenizationWorker;
  readonly #queue = new PaintQueue();
  readonly #blocks = new WeakMap<Element, ColorizedCode>();
  readonly #activeBlocks = new Map<number, ColorizedCode>();
  /** Whether each requested language has a grammar; `undefined` until the host responds. */
  readonly #languages = new Map<string, boolean | undefined>();
  readonly #near: IntersectionObserver;
  /** Groups of older turns and parts of long replies that are near. Blocks in other groups aren't observed. */
  readonly #nearGroups = new WeakSet<Element>();
  #rules: readonly TokenRule[] | undefined;
  #next = 0;

  constructor(host: Host, workerUrl: string) {
    this.#host = host;
    this.#worker = new TokenizationWorker(workerUrl, {
      onColorized: (result) => this.#paint(result),
      onFailed: () => this.#fail(),
    });
    this.#near = new IntersectionObserver((entries) => this.#onIntersection(entries), { rootMargin: '50%' });
  }

  observe(code: ColorizedCode): void {
    const { language } = code;
    if (language === '' || language.length > MAX_LANGUAGE_CHARS || this.#worker.hasFailed) {
      return;
    }
    this.#close(code);
    this.#blocks.set(code.element, code);
    if (!this.#languages.has(language)) {
      this.#languages.set(language, undefined);
      this.#host.post({ type: 'requestGrammar', language });
    }
    this.#observe(code.element);
  }

  #addGrammar({ language, scopeName, files }: GrammarMessage): void {
    this.#languages.set(language, scopeName !== undefined);
    if (scopeName !== undefined) {
      this.#worker.post({ type: 'grammar', language, scopeName, files });
      this.#reobserveAll();
    }
  }

  #setTheme(rules: readonly TokenRule[] | undefined): void {
    this.#rules = rules;
    this.#activeBlocks.clear();
    this.#queue.clear();
    if (rules === undefined) {
      this.#stopAll();
    } else {
      this.#worker.post({ type: 'theme', rules: [...rules] });
      this.#reobserveAll();
    }
  }

  #onIntersection(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const code = this.#blocks.get(target);
      if (!isIntersecting) {
        this.#nearGroups.delete(target);
        this.#observeGroupInstead(target);
      } else if (code === undefined) {
        this.#observeBlocksIn(target);
      } else if (this.#canColorize(code.language)) {
        this.#near.unobserve(target);
        this.#startColorizing(code);
      }
    }
  }

  #canColorize(language: string): boolean {
    return this.#rules !== undefined && this.#languages.get(language) === true;
  }

  #observeBlocksIn(group: Element): void {
    if (!this.#nearGroups.has(group)) {
      this.#nearGroups.add(group);
      for (const { element } of this.#blocksIn(group)) {
        this.#near.observe(element);
      }
    }
  }

  /** An IntersectionObserver checks each of its targets every frame, so a thousand blocks would slow down the page. */
  #observeGroupInstead(inner: Element): void {
    const group = inner.parentElement?.closest('.older');
    if (group && !this.#nearGroups.has(group)) {
      this.#near.unobserve(inner);
      this.#near.observe(group);
    }
  }

  #startColorizing(code: ColorizedCode): void {
    this.#close(code);
    const block = this.#next++;
    this.#activeBlocks.set(block, code);
    this.#worker.post({ type: 'open', block, language: code.language });
    code.startColorizing((text) => {
      if (this.#activeBlocks.has(block)) {
        this.#worker.post({ type: 'code', block, text });
      }
    });
  }

  /** Closes the block, and all blocks that are no longer in the page. */
  #close(code: ColorizedCode): void {
    for (const [block, open] of this.#activeBlocks) {
      if (open === code || !open.element.isConnected) {
        this.#activeBlocks.delete(block);
        this.#worker.post({ type: 'close', block });
      }
    }
  }

  #paint({ block, firstLine, lines, styles }: FromWorker): void {
    const code = this.#activeBlocks.get(block);
    if (code === undefined) {
      return;
    }
    const classes = styles.map(ensureTokenClasses);
    const lineStyles = lines.map((pieces) => {
      const style: { length: number; className: string }[] = [];
      for (let index = 0; index < pieces.length; index += 2) {
        style.push({ length: pieces[index] ?? 0, className: classes[pieces[index + 1] ?? 0] ?? '' });
      }
      return style;
    });
    this.#queue.add((from, count) => {
      if (this.#activeBlocks.get(block) !== code) {
        return true;
      }
      code.paintLines(firstLine + from, lineStyles.slice(from, from + count));
      return from + count >= lineStyles.length;
    });
  }

  /** Observes all blocks again, so that the callback runs for those in view. */
  #reobserveAll(): void {
    for (const block of this.#blocksIn()) {
      this.#observe(block.element);
    }
  }

  #fail(): void {
    this.#activeBlocks.clear();
    this.#queue.clear();
    this.#rules = undefined;
    this.#stopAll();
  }

  #stopAll(): void {
    for (const block of this.#blocksIn()) {
      block.stopColorizing();
    }
  }

  #blocksIn(within: ParentNode = document): ColorizedCode[] {
    return [...within.querySelectorAll('pre > code')].flatMap((element) => this.#blocks.get(element) ?? []);
  }

  /** Unobserves first: observing an observed element again has no effect. */
  #observe(element: Element): void {
    this.#near.unobserve(element);
    this.#near.observe(element);
  }
}

/** Number of lines painted in a step. */
const PAINT_BATCH_LINES = 10;

/** Paints `count` lines starting at index `from`. Returns true if there are no more lines. */
type PaintLines = (from: number, count: number) => boolean;

/** Paints lines in order, as many in each frame as fit into it. */
class PaintQueue {
  #waiting: { paint: PaintLines; from: number }[] = [];
  readonly #paintNext = (): boolean => this.#paint();

  add(paint: PaintLines): void {
    this.#waiting.push({ paint, from: 0 });
    frameQueue.add(this.#paintNext);
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Returns whether there are more. */
  #paint(): boolean {
    const [next] = this.#waiting;
    if (next?.paint(next.from, PAINT_BATCH_LINES)) {
      this.#waiting.shift();
    } else if (next !== undefined) {
      next.from += PAINT_BATCH_LINES;
    }
    return this.#waiting.length > 0;
  }
}

const COLOR_PATTERN = /^#[\da-f]{3,8}$/;

const tokenStyleSheet = new CSSStyleSheet();
const addedClasses = new Set<string>();

/** Classes for a style such as `#569cd6 italic`. Adds a CSS rule when a color is first used. */
function ensureTokenClasses(style: string): string {
  return style
    .split(' ')
    .flatMap((word) => {
      if (!COLOR_PATTERN.test(word)) {
        return word === '' ? [] : [`token-${word}`];
      }
      const name = `token-${word.slice(1)}`;
      if (!addedClasses.has(name)) {
        addedClasses.add(name);
        tokenStyleSheet.insertRule(`.${name} { color: ${word}; }`);
        document.adoptedStyleSheets = [tokenStyleSheet];
      }
      return [name];
    })
    .join(' ');
}
