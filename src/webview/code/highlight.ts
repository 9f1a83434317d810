import { hljs } from './languages.ts';

/** What a piece of code is; each has its colour in media/code.css. */
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

/** Characters of one construct, such as a comment or a string, after which the rest stays without colours. */
const MAX_CONSTRUCT_CHARS = 20_000;

/** How many lines are tried next, after so many were not the end of a construct. */
function nextLineCount(lines: number): number {
  return Math.ceil(lines * 1.5);
}

/**
 * Colours code that comes in pieces. Where the grammar is back at its beginning after some whole lines, they are
 * done: what follows is coloured by itself. That is looked for after the first line, and after 1, 2, 3, 5, 8 …
 * lines of a construct that goes on, so a long comment costs a few times its length and no more. Where it is looked
 * for depends on the code alone and not on its pieces: the same code always looks the same.
 */
export class IncrementalHighlighter {
  readonly #language: string;
  #open = '';
  /** The lines of `#open` that are tried next. */
  #lineCount = 1;
  #isPlain: boolean;

  constructor(language: string) {
    this.#language = language;
    this.#isPlain = !canHighlight(language);
  }

  /** Runs that are done with this piece, and those after them, which may change with the next. */
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

/** Where the first so many lines end; -1 where there are not so many whole ones. */
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

/** The scopes of highlight.js, by their first part unless the whole is listed. */
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

/** Takes the tokens of highlight.js as they are found, instead of the HTML that it would write. */
class RunEmitter {
  readonly runs: TokenRun[] = [];
  readonly #scopes: string[] = [];

  startScope(scope: string): void {
    this.#scopes.push(scope);
  }

  endScope(): void {
    this.#scopes.pop();
  }

  /** What the core calls where the documented interface says `startScope`. */
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

/** Whether there is a grammar for this language. */
export function canHighlight(language: string): boolean {
  return hljs.getLanguage(language) !== undefined;
}

/**
 * Code in runs of one kind each, in order and complete. `isComplete` says that the grammar is at its end where it
 * was at its beginning, inside nothing: what follows can be coloured by itself.
 * @param language one that is highlighted
 */
export function highlightLines(code: string, language: string): { runs: TokenRun[]; isComplete: boolean } {
  const { _emitter, _top } = hljs.highlight(code, { language, ignoreIllegals: true });
  const runs = _emitter instanceof RunEmitter ? _emitter.runs : [];
  // A grammar that failed half way leaves runs that are not the whole code.
  const isWhole = runs.map((run) => run.text).join('') === code;
  const isComplete = typeof _top === 'object' && _top !== null && !('parent' in _top && _top.parent);
  return { runs: isWhole ? runs : [{ kind: 'plain', text: code }], isComplete };
}
