import { LONGEST_LANGUAGE, type TokenRule } from '../../protocol/code.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { Host } from '../host.ts';
import type { CodeColours, ColouredCode } from '../viewContext.ts';
import { CodeWorker } from './codeWorker.ts';
import type { FromWorker } from './worker/messages.ts';

type GrammarMessage = Extract<ToPanel, { type: 'grammar' }>;

/**
 * Colours code as the editor does: asks the host for the grammars and the theme, has the code tokenised beside the
 * page, and hands the colours back to the blocks. Only blocks that are, or come near to being, in view are coloured.
 */
export class CodeColourer implements CodeColours {
  readonly #host: Host;
  readonly #worker: CodeWorker;
  readonly #queue = new PaintQueue();
  readonly #blocks = new WeakMap<Element, ColouredCode>();
  readonly #open = new Map<number, ColouredCode>();
  /** For each language that was asked for whether there is a grammar; `undefined` until the host has answered. */
  readonly #languages = new Map<string, boolean | undefined>();
  readonly #near: IntersectionObserver;
  /** Groups of older turns, and parts of long replies, that are near: the blocks of the others are not even looked at. */
  readonly #nearGroups = new WeakSet<Element>();
  #rules: readonly TokenRule[] | undefined;
  #next = 0;

  constructor(host: Host, workerAddress: string) {
    this.#host = host;
    this.#worker = new CodeWorker(workerAddress, {
      coloured: (found) => this.#paint(found),
      failed: () => this.#fail(),
    });
    this.#near = new IntersectionObserver((entries) => this.#see(entries), { rootMargin: '50%' });
  }

  isKnown(language: string): boolean {
    return this.#rules !== undefined && this.#languages.get(language) === true;
  }

  watch(code: ColouredCode): void {
    const { language } = code;
    if (language === '' || language.length > LONGEST_LANGUAGE || this.#worker.isFailed) {
      return;
    }
    this.#close(code);
    this.#blocks.set(code.element, code);
    if (!this.#languages.has(language)) {
      this.#languages.set(language, undefined);
      this.#host.post({ type: 'grammarWanted', language });
    }
    this.#observe(code.element);
  }

  takeGrammar({ language, scopeName, files }: GrammarMessage): void {
    this.#languages.set(language, scopeName !== undefined);
    if (scopeName !== undefined) {
      this.#worker.post({ type: 'grammar', language, scopeName, files });
      this.#lookAgain();
    }
  }

  takeTheme(rules: readonly TokenRule[] | undefined): void {
    this.#rules = rules;
    this.#open.clear();
    this.#queue.clear();
    if (rules === undefined) {
      this.#endAll();
    } else {
      this.#worker.post({ type: 'theme', rules: [...rules] });
      this.#lookAgain();
    }
  }

  #see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const code = this.#blocks.get(target);
      if (!isIntersecting) {
        this.#nearGroups.delete(target);
        this.#leaveToGroup(target);
      } else if (code === undefined) {
        this.#seeGroup(target);
      } else if (this.isKnown(code.language)) {
        this.#near.unobserve(target);
        this.#begin(code);
      }
    }
  }

  #seeGroup(group: Element): void {
    if (!this.#nearGroups.has(group)) {
      this.#nearGroups.add(group);
      for (const { element } of this.#shown(group)) {
        this.#near.observe(element);
      }
    }
  }

  /** The browser looks for each element that it is to watch in every frame: a thousand blocks would be felt. */
  #leaveToGroup(inner: Element): void {
    const group = inner.parentElement?.closest('.older');
    if (group && !this.#nearGroups.has(group)) {
      this.#near.unobserve(inner);
      this.#near.observe(group);
    }
  }

  #begin(code: ColouredCode): void {
    this.#close(code);
    const block = this.#next++;
    this.#open.set(block, code);
    this.#worker.post({ type: 'open', block, language: code.language });
    code.begin((text) => {
      if (this.#open.has(block)) {
        this.#worker.post({ type: 'code', block, text });
      }
    });
  }

  /** Together with all that are no longer in the page. */
  #close(code: ColouredCode): void {
    for (const [block, open] of this.#open) {
      if (open === code || !open.element.isConnected) {
        this.#open.delete(block);
        this.#worker.post({ type: 'close', block });
      }
    }
  }

  #paint({ block, line, lines, styles }: FromWorker): void {
    const code = this.#open.get(block);
    if (code === undefined) {
      return;
    }
    const classes = styles.map(tokenClass);
    const coloured = lines.map((pieces) => {
      const style: { length: number; className: string }[] = [];
      for (let at = 0; at < pieces.length; at += 2) {
        style.push({ length: pieces[at] ?? 0, className: classes[pieces[at + 1] ?? 0] ?? '' });
      }
      return style;
    });
    this.#queue.add((from, count) => {
      if (this.#open.get(block) !== code) {
        return true;
      }
      code.paint(line + from, coloured.slice(from, from + count));
      return from + count >= coloured.length;
    });
  }

  /** All blocks of the page again: those in view are told first. */
  #lookAgain(): void {
    for (const block of this.#shown()) {
      this.#observe(block.element);
    }
  }

  #fail(): void {
    this.#open.clear();
    this.#queue.clear();
    this.#rules = undefined;
    this.#endAll();
  }

  #endAll(): void {
    for (const block of this.#shown()) {
      block.end();
    }
  }

  #shown(within: ParentNode = document): ColouredCode[] {
    return [...within.querySelectorAll('pre > code')].flatMap((element) => this.#blocks.get(element) ?? []);
  }

  /** An element that is observed already would not be looked at again. */
  #observe(element: Element): void {
    this.#near.unobserve(element);
    this.#near.observe(element);
  }
}

/** Of a frame's 16 ms, what may go into colours. */
const SLICE_MS = 5;
/** Painted before the clock is looked at again. */
const LINES_AT_ONCE = 10;

/** Paints so many lines from a position on; whether there are no more. */
type PaintLines = (from: number, count: number) => boolean;

/** Paints lines in their order: at once as long as that takes no time that can be felt, the rest in the next frames. */
class PaintQueue {
  #waiting: { paint: PaintLines; from: number }[] = [];
  #frame: number | undefined;

  add(paint: PaintLines): void {
    this.#waiting.push({ paint, from: 0 });
    if (this.#frame === undefined) {
      this.#work();
    }
  }

  clear(): void {
    this.#waiting = [];
  }

  #work(): void {
    this.#frame = undefined;
    const end = performance.now() + SLICE_MS;
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      if (next.paint(next.from, LINES_AT_ONCE)) {
        this.#waiting.shift();
      } else {
        next.from += LINES_AT_ONCE;
      }
      if (performance.now() >= end) {
        break;
      }
    }
    if (this.#waiting.length > 0) {
      this.#frame = requestAnimationFrame(() => this.#work());
    }
  }
}

const COLOUR = /^#[\da-f]{3,8}$/;

const sheet = new CSSStyleSheet();
const known = new Set<string>();

/** The classes for a style such as `#569cd6 italic`; the colours of a theme become rules when they are first used. */
function tokenClass(style: string): string {
  return style
    .split(' ')
    .flatMap((word) => {
      if (!COLOUR.test(word)) {
        return word === '' ? [] : [`token-${word}`];
      }
      const name = `token-${word.slice(1)}`;
      if (!known.has(name)) {
        known.add(name);
        sheet.insertRule(`.${name} { color: ${word}; }`);
        document.adoptedStyleSheets = [sheet];
      }
      return [name];
    })
    .join(' ');
}
