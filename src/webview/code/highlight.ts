import { hljs } from './languages.ts';

/** Each kind has its color in media/code.css. */
export type TokenKind =
  | 'plain'
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'function'
  | 'type'
  | 'property'
  | 'added'
  | 'removed';

export interface TokenRun {
  kind: TokenKind;
  text: string;
}

/** Maximum length of one construct, such as a comment, in UTF-16 code units. After that, the rest is not colored. */
const MAX_CONSTRUCT_CHARS = 20_000;

/** Number of lines to try next, after a construct didn't end within `lines`. */
function nextLineCount(lines: number): number {
  return Math.ceil(lines * 1.5);
}

/**
 * Highlights code that arrives in pieces. Lines are done when the grammar is back in its initial state after them:
 * later code is highlighted separately. This is tried after 1, 2, 3, 5, 8 … lines of an unfinished construct, so a
 * long comment costs only a few times its length. Where it is tried depends on the code alone, not on the pieces, so
 * the same code always looks the same.
 */
export class IncrementalHighlighter {
  readonly #language: string;
  #open = '';
  /** Number of lines of `#open` to try next. */
  #lineCount = 1;
  #isPlain: boolean;

  constructor(language: string) {
    this.#language = language;
    this.#isPlain = !canHighlight(language);
  }

  /** Returns runs that are done, and open ones after them, which the next piece may change. */
  append(text: string): { done: TokenRun[]; open: TokenRun[] } {
    this.#open += text;
    const done: TokenRun[] = [];
    for (;;) {
      const end = this.#isPlain ? -1 : endOfLine(this.#open, this.#lineCount);
      if (end < 0) {
        break;
      }
      const { runs, isComplete } = highlightLines(this.#open.slice(0, end), this.#language);
      if (isComplete) {
        done.push(...runs);
        this.#open = this.#open.slice(end);
        this.#lineCount = 1;
      } else if (end > MAX_CONSTRUCT_CHARS) {
        this.#isPlain = true;
      } else {
        this.#lineCount = nextLineCount(this.#lineCount);
      }
    }
    return { done, open: this.#openRuns() };
  }

  #openRuns(): TokenRun[] {
    if (this.#open === '') {
      return [];
    }
    return this.#isPlain || this.#open.length > MAX_CONSTRUCT_CHARS
      ? [{ kind: 'plain', text: this.#open }]
      : highlightLines(this.#open, this.#language).runs;
  }
}

/** Offset after the first `lines` lines, or -1 if there are fewer complete lines. */
function endOfLine(text: string, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end) + 1;
    if (end === 0) {
      return -1;
    }
  }
  return end;
}

/** Token kinds by highlight.js scope: the first two parts are looked up, then the first alone. */
const KINDS: Readonly<Record<string, TokenKind>> = {
  keyword: 'keyword',
  literal: 'keyword',
  meta: 'keyword',
  name: 'keyword',
  tag: 'plain',
  'selector-tag': 'keyword',
  'variable.language': 'keyword',
  'variable.constant': 'property',
  string: 'string',
  regexp: 'string',
  char: 'string',
  code: 'string',
  link: 'string',
  number: 'number',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  title: 'function',
  built_in: 'function',
  section: 'function',
  'title.class': 'type',
  type: 'type',
  class: 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  'selector-pseudo': 'type',
  attr: 'property',
  attribute: 'property',
  property: 'property',
  variable: 'property',
  'template-variable': 'property',
  symbol: 'property',
  bullet: 'property',
  addition: 'added',
  deletion: 'removed',
};

function kindOf(scope: string | undefined): TokenKind {
  const [first = '', second = ''] = (scope ?? '').split('.').map((part) => part.replace(/_$/, ''));
  return KINDS[`${first}.${second}`] ?? KINDS[first] ?? 'plain';
}

/** Collects the tokens of highlight.js instead of its HTML. */
class RunEmitter {
  readonly runs: TokenRun[] = [];
  readonly #scopes: string[] = [];

  startScope(scope: string): void {
    this.#scopes.push(scope);
  }

  endScope(): void {
    this.#scopes.pop();
  }

  /** highlight.js calls this, although its documented interface says `startScope`. */
  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  addText(text: string): void {
    this.#add({ kind: kindOf(this.#scopes.at(-1)), text });
  }

  __addSublanguage(emitter: unknown): void {
    if (emitter instanceof RunEmitter) {
      emitter.runs.forEach((run) => {
        this.#add(run);
      });
    }
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }

  #add({ kind, text }: TokenRun): void {
    const last = this.runs.at(-1);
    if (last?.kind === kind) {
      last.text += text;
    } else if (text !== '') {
      this.runs.push({ kind, text });
    }
  }
}

hljs.configure({ __emitter: RunEmitter });

export function canHighlight(language: string): boolean {
  return hljs.getLanguage(language) !== undefined;
}

/**
 * Splits all code into runs of one kind each. `isComplete` means that the grammar ends in its initial state, so later
 * code can be highlighted separately.
 * @param language one that `canHighlight` accepts
 */
export function highlightLines(code: string, language: string): { runs: TokenRun[]; isComplete: boolean } {
  const { _emitter, _top } = hljs.highlight(code, { language, ignoreIllegals: true });
  const runs = _emitter instanceof RunEmitter ? _emitter.runs : [];
  // If a grammar fails midway, the runs don't cover all of the code.
  const isWhole = runs.map((run) => run.text).join('') === code;
  const isComplete = typeof _top === 'object' && _top !== null && !('parent' in _top && _top.parent);
  return { runs: isWhole ? runs : [{ kind: 'plain', text: code }], isComplete };
}
