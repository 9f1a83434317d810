import { LONGEST_LANGUAGE, type TokenRule } from '../../protocol/textMate.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { Host } from '../host.ts';
import { CodeWorker } from './codeWorker.ts';
import { PaintQueue } from './paintQueue.ts';
import type { LineStyle } from './themePainter.ts';
import { tokenClass } from './tokenClass.ts';
import type { FromWorker } from './worker/messages.ts';

/** The code of a block, which shows the colours that it is given. */
export interface ColouredCode {
  readonly element: HTMLElement;
  readonly language: string;
  /** Sends its text, now and as it grows, to be coloured. */
  begin(send: (text: string) => void): void;
  /** Shows colours by itself from now on. */
  end(): void;
  /** @param first position of the first line, from 0 */
  paint(first: number, lines: readonly LineStyle[]): void;
}

type GrammarMessage = Extract<ToPanel, { type: 'grammar' }>;

/**
 * Colours code as the editor does: asks the host for the grammars and the theme, has the code tokenised beside the
 * page, and hands the colours back to the blocks. Only blocks that are, or come near to being, in view are coloured.
 */
export class CodeColourer {
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

  /** Whether code in this language will be coloured, as far as that is known. */
  isKnown(language: string): boolean {
    return this.#rules !== undefined && this.#languages.get(language) === true;
  }

  /** Colours this code, from its beginning, once it is near. */
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

  /** @param rules none where the theme can't be read */
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
