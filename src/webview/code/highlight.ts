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

export interface Run {
  kind: TokenKind;
  text: string;
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
  readonly runs: Run[] = [];
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

  #add({ kind, text }: Run): void {
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
export function isHighlighted(language: string): boolean {
  return hljs.getLanguage(language) !== undefined;
}

/**
 * Code in runs of one kind each, in order and complete. `isComplete` says that the grammar is at its end where it
 * was at its beginning, inside nothing: what follows can be coloured by itself.
 * @param language one that is highlighted
 */
export function highlightLines(code: string, language: string): { runs: Run[]; isComplete: boolean } {
  const { _emitter, _top } = hljs.highlight(code, { language, ignoreIllegals: true });
  const runs = _emitter instanceof RunEmitter ? _emitter.runs : [];
  // A grammar that failed half way leaves runs that are not the whole code.
  const isWhole = runs.map((run) => run.text).join('') === code;
  const isComplete = typeof _top === 'object' && _top !== null && !('parent' in _top && _top.parent);
  return { runs: isWhole ? runs : [{ kind: 'plain', text: code }], isComplete };
}
