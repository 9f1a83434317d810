import { element } from '../dom.ts';
import { trustedScriptUrl } from '../trustedScriptUrl.ts';

declare global {
  /**
   * Creates MathML from TeX; set by the script that the renderer loads.
   * @param tex formula without its delimiters
   * @returns `undefined` if it can't be drawn completely
   */
  var drawFormula: ((tex: string, isDisplay: boolean) => Element | undefined) | undefined;
}

/** Time for drawing formulas per frame of 16 ms, in ms. */
const FRAME_BUDGET_MS = 6;

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
 * Draws formulas in order: immediately within `FRAME_BUDGET_MS`, the rest in the next frames. Until then, and if it
 * can't be drawn, a formula is shown as its source. The script is loaded with the first formula.
 */
export class FormulaRenderer {
  readonly #scriptUrl: string;
  #state: 'unused' | 'loading' | 'loaded' | 'failed' = 'unused';
  #waiting: WaitingFormula[] = [];
  #frame: number | undefined;

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
      if (this.#state === 'loaded' && this.#frame === undefined) {
        this.#work();
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
      this.#work();
    });
    script.addEventListener('error', () => {
      this.#state = 'failed';
      this.#waiting = [];
    });
    document.head.append(script);
  }

  #work(): void {
    this.#frame = undefined;
    const end = performance.now() + FRAME_BUDGET_MS;
    let count = 0;
    do {
      const next = this.#waiting[count++];
      if (next === undefined) {
        break;
      }
      draw(next);
    } while (performance.now() < end);
    this.#waiting.splice(0, count);
    if (this.#waiting.length > 0) {
      this.#frame = requestAnimationFrame(() => this.#work());
    }
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
