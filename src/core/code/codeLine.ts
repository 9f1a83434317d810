import { commentIn, leadingKind } from './commentSyntax.ts';
import { type Declared, declaredIn, isVariable, variableIn } from './declarations.ts';
import { beginsFile } from './importSyntax.ts';
import { indentOf } from './indentOf.ts';
import { hasTrait, languageOf } from './languages.ts';
import {
  closersOf,
  dashOf,
  hasRole,
  headOf,
  isDirective,
  type Role,
  subjectOf,
  tagOf,
  tellsPlace,
  withoutSeparator,
} from './lineRoles.ts';
import { opensClassBody } from './members.ts';
import { type MultiLineText, multiLineTexts } from './multiLineTexts.ts';

const TAB_COLUMNS = 4;

/** Brackets without their other half. Those in strings and comments count too; they mostly come in pairs. */
export interface OpenBrackets {
  readonly unopened: number;
  readonly unclosed: number;
}

/**
 * A line of code, and what it is. This is all that rules about code know of a line: none has an expression of its own. What
 * costs time to tell is told when it is first asked for.
 */
export class CodeLine {
  readonly text: string;
  /** Without white space at its ends. */
  readonly trimmed: string;
  readonly languageId: string;
  /** The string or comment of several lines inside of which it begins. */
  readonly inside: MultiLineText | undefined;
  /** Columns of its indentation. */
  readonly depth: number;
  #tellsPlace: boolean | undefined;
  #brackets: OpenBrackets | undefined;
  #words: ReadonlySet<string> | undefined;

  constructor(text: string, languageId: string, inside?: MultiLineText) {
    this.text = text;
    this.trimmed = text.trim();
    this.languageId = languageId;
    this.inside = inside;
    this.depth = depthOf(text);
  }

  get indent(): string {
    return indentOf(this.text);
  }

  /** Without its indentation. */
  get trimmedStart(): string {
    return this.text.slice(this.indent.length);
  }

  get isBlank(): boolean {
    return this.trimmed === '';
  }

  is(role: Role): boolean {
    return hasRole(this.trimmed, role);
  }

  /** Whether it begins inside of a string. */
  get isInString(): boolean {
    return this.inside?.kind === 'string';
  }

  /** Whether it tells where code belongs, as most lines do, but not `}` or `else`. */
  get tellsPlace(): boolean {
    this.#tellsPlace ??= tellsPlace(this.trimmed);
    return this.#tellsPlace;
  }

  /** Number of brackets that it begins with and that close others. */
  get closers(): number {
    return closersOf(this.trimmed);
  }

  /** Its indentation with the dash of an entry of a list of data, and the blanks behind that. */
  get dash(): string | undefined {
    return dashOf(this.text);
  }

  /** Whether it is a preprocessor directive, in a language that has them. */
  get isDirective(): boolean {
    return hasTrait(this.languageId, 'directives') && isDirective(this.text);
  }

  /** Whether it has a comment, alone or behind code. */
  get comment(): 'alone' | 'behind' | undefined {
    return commentIn(this.trimmed, this.languageId);
  }

  /** The kind of a comment or an attribute that belongs to the declaration below. */
  get leading(): string | undefined {
    return leadingKind(this.trimmed);
  }

  get declared(): Declared | undefined {
    return this.inside === undefined ? declaredIn(this.trimmed, this.languageId) : undefined;
  }

  get isVariable(): boolean {
    return isVariable(this.trimmed);
  }

  /** The variable that it declares, with what declares it. */
  get variable(): string | undefined {
    return variableIn(this.trimmed);
  }

  /** Whether it begins an import, or what else stands at the start of files. */
  get isImport(): boolean {
    const kinds = languageOf(this.languageId).imports?.kinds ?? [];
    return (
      beginsFile(this.trimmed) ||
      kinds.some(({ role, pattern }) => role === 'import' && pattern.test(this.trimmed))
    );
  }

  /** Whether it opens a block whose members are not just what may stand in a file. */
  get opensClassBody(): boolean {
    return opensClassBody(this.trimmed);
  }

  get brackets(): OpenBrackets {
    this.#brackets ??= openBrackets(this.text);
    return this.#brackets;
  }

  /** Without the comma or another separator at its end. */
  get withoutSeparator(): string {
    return withoutSeparator(this.trimmed);
  }

  /** The start of the tag that it begins with. */
  get tag(): string | undefined {
    return tagOf(this.trimmed);
  }

  /** Opened brackets minus closed ones. */
  get balance(): number {
    return this.brackets.unclosed - this.brackets.unopened;
  }

  /** What it begins with, in lower case: a word, or words joined by dashes. */
  get head(): string | undefined {
    return headOf(this.trimmed);
  }

  /** What it gives a value to; `return` and its like at the end of a function. */
  get subject(): string | undefined {
    return subjectOf(this.trimmed);
  }

  /** Its words with what joins them, numbers, and signs. */
  get tokens(): readonly string[] {
    return this.trimmed.match(/[\p{L}\p{N}_.]+|[^\s\p{L}\p{N}_.]+/gu) ?? [];
  }

  /** As they are written. */
  get wordsAndNumbers(): readonly string[] {
    return this.trimmed.match(/[\p{L}\p{N}_]+/gu) ?? [];
  }

  /** Its words, in lower case. */
  get words(): ReadonlySet<string> {
    this.#words ??= wordsOf(this.trimmed);
    return this.#words;
  }
}

/** Reads lines, with the strings and comments of several lines that they have. */
export function readLines(texts: readonly string[], languageId: string): CodeLine[] {
  const inside = new Map<number, MultiLineText>();
  for (const text of multiLineTexts(texts, languageId)) {
    for (let line = text.start + 1; line < text.end; line++) {
      inside.set(line, text);
    }
  }
  return texts.map((text, index) => new CodeLine(text, languageId, inside.get(index)));
}

export function textsOf(lines: readonly CodeLine[]): string[] {
  return lines.map(({ text }) => text);
}

/** Columns of a line's indentation. */
export function depthOf(line: string): number {
  let depth = 0;
  for (const character of indentOf(line)) {
    depth += character === '\t' ? TAB_COLUMNS : 1;
  }
  return depth;
}

/** The brackets of a text that have no other half in it. */
export function openBrackets(text: string): OpenBrackets {
  let [unopened, unclosed] = [0, 0];
  for (const bracket of text.match(/[()[\]{}]/g) ?? []) {
    if ('([{'.includes(bracket)) {
      unclosed++;
    } else if (unclosed > 0) {
      unclosed--;
    } else {
      unopened++;
    }
  }
  return { unopened, unclosed };
}

/** Opened brackets of a text minus closed ones. */
export function balanceOf(text: string): number {
  const { unopened, unclosed } = openBrackets(text);
  return unclosed - unopened;
}

/** The words of a text, in lower case. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu));
}
