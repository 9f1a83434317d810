import type { StateBlock, StateInline } from 'markdown-it';
import { isIndentedAsCode, relativeIndentOf, startOfLine } from './blockLines.ts';

const DEFINITION = /^\[\^([^\s[\]\\^]{1,100})\]:[ \t]*/;
const REFERENCE = /\[\^([^\s[\]\\^]{1,100})\]/y;
/** Indentation of the blocks of a note after its first line, in spaces. */
const NOTE_INDENT = 4;
/** Property of the link references with the number of notes. */
const NOTE_COUNT = Symbol('number of notes');

/** The definitions of links, which also hold those of notes: a label with brackets can't be that of a link. */
type References = Record<string, { title: string; href: string }> & { [NOTE_COUNT]?: number };

function referencesOf(env: { references?: References }): References {
  env.references ??= {};
  return env.references;
}

function keyOf(label: string): string {
  return `[^${label.toUpperCase()}]`;
}

/**
 * Block rule for the definition of a footnote, `[^label]: text`. Notes are numbered in the order of their definitions,
 * so that a later definition changes no number.
 */
export function footnoteRule(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const start = startOfLine(state, startLine);
  if (!state.src.startsWith('[^', start) || isIndentedAsCode(state, startLine)) {
    return false;
  }
  const end = state.eMarks[startLine] ?? start;
  const [marker, label] = DEFINITION.exec(state.src.slice(start, end)) ?? [];
  if (marker === undefined || label === undefined) {
    return false;
  }
  if (silent || state.level > 0) {
    // Ends a paragraph or a table only if the line is outside of any other block.
    const isOutside = state.level === 0 || (state.parentType === 'table' && state.blkIndent === 0);
    return silent && (isOutside || relativeIndentOf(state, startLine) < 0);
  }
  const opening = state.push('footnote_open', 'li', 1);
  opening.attrSet('value', String(numberOf(label, referencesOf(state.env))));
  const { bMarks, tShift, sCount, blkIndent, parentType } = state;
  const before = [bMarks[startLine] ?? 0, tShift[startLine] ?? 0, sCount[startLine] ?? 0] as const;
  bMarks[startLine] = start + marker.length;
  tShift[startLine] = 0;
  sCount[startLine] = blkIndent + NOTE_INDENT;
  state.blkIndent = blkIndent + NOTE_INDENT;
  state.parentType = 'blockquote';
  if (start + marker.length < end) {
    state.md.block.tokenize(state, startLine, endLine);
  } else {
    state.line = startLine + 1;
  }
  state.parentType = parentType;
  state.blkIndent = blkIndent;
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = before;
  opening.map = [startLine, state.line];
  state.push('footnote_close', 'li', -1);
  return true;
}

function numberOf(label: string, references: References): number {
  const key = keyOf(label);
  const known = references[key];
  if (known !== undefined) {
    return Number(known.title);
  }
  const count = (references[NOTE_COUNT] ?? 0) + 1;
  references[NOTE_COUNT] = count;
  references[key] = { href: '', title: String(count) };
  return count;
}

/** Inline rule for a reference to a note that is defined, `[^label]`. The content of its token is the number. */
export function footnoteReferenceRule(state: StateInline, silent: boolean): boolean {
  REFERENCE.lastIndex = state.pos;
  const [whole, label] = REFERENCE.exec(state.src) ?? [];
  const note = label === undefined ? undefined : referencesOf(state.env)[keyOf(label)];
  if (whole === undefined || note === undefined || state.pos + whole.length > state.posMax) {
    return false;
  }
  if (!silent) {
    state.push('footnote_reference', 'sup', 0).content = note.title;
  }
  state.pos += whole.length;
  return true;
}
