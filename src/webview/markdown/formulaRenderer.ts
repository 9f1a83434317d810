import { element } from '../dom.ts';
import { frameQueue } from '../frameQueue.ts';
import { trustedScriptUrl } from '../trustedScriptUrl.ts';

declare global {
  /**
   * Creates MathML from TeX; set by the script that the renderer loads.
   * @param tex formula without its delimiters
   * @returns `undefined` if it can't be drawn completely
   */
  var drawFormula: ((tex: string, isDisplay: boolean) => Element | undefined) | undefined;
}

const SOURCES = new WeakMap<Node, string>();

/** The source of a drawn formula with its delimiters, or `undefined` if the node is none. */
export function formulaSourceOf(node: Node): string | undefined {
  return SOURCES.get(node);
}

interface WaitingFormula {
  shown: HTMLElement;
  source: string;
}

/**
 * Draws formulas in order, as many in each frame as fit into it. Until then, and if it can't be drawn, a formula is shown
 * as its source. The script is loaded with the first formula.
 */
export class FormulaRenderer {
  readonly #scriptUrl: string;
  #state: 'unused' | 'loading' | 'loaded' | 'failed' = 'unused';
  #waiting: WaitingFormula[] = [];
  /** Number of these that have been drawn. */
  #drawn = 0;
  readonly #drawNext = (): boolean => this.#draw();

  constructor(scriptUrl: string) {
    this.#scriptUrl = scriptUrl;
  }

  /**
   * Creates an element that shows a formula.
   * @param source with its delimiters
   */
  create(source: string): HTMLElement {
    const shown = element('span', 'formula', source);
    // As for code in a sentence. Formulas are written from left to right in all languages.
    shown.dir = 'ltr';
    if (this.#state === 'unused') {
      this.#load();
    }
    if (this.#state !== 'failed') {
      this.#waiting.push({ shown, source });
      if (this.#state === 'loaded') {
        frameQueue.add(this.#drawNext);
      }
    }
    return shown;
  }

  #load(): void {
    this.#state = 'loading';
    const script = element('script');
    script.src = trustedScriptUrl('formulas', this.#scriptUrl);
    script.addEventListener('load', () => {
      this.#state = 'loaded';
      frameQueue.add(this.#drawNext);
    });
    script.addEventListener('error', () => {
      this.#state = 'failed';
      this.#waiting = [];
    });
    document.head.append(script);
  }

  /** Returns whether there are more. */
  #draw(): boolean {
    const next = this.#waiting[this.#drawn++];
    if (next !== undefined) {
      draw(next);
      return true;
    }
    this.#waiting = [];
    this.#drawn = 0;
    return false;
  }
}

function draw({ shown, source }: WaitingFormula): void {
  const length = source.startsWith('$') && !source.startsWith('$$') ? 1 : 2;
  const isDisplay = source.startsWith('$$') || source.startsWith('\\[');
  const drawn = globalThis.drawFormula?.(source.slice(length, -length), isDisplay);
  if (drawn !== undefined) {
    shown.replaceChildren(drawn);
    shown.classList.add('drawn');
    shown.classList.toggle('display', isDisplay);
    SOURCES.set(shown, source);
  }
}
